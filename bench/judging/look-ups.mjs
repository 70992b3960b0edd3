import { startProcess } from '../kit/processes.mjs';

const WARM = 200_000;

/** @returns `cpu`: µs of one look-up among so many rules, in a process of its own that is warm */
export async function lookUps(rules, count) {
  const options = { core: 'server', args: [String(rules)] };
  const matcher = await startProcess('bench/judging/matcher-process.mjs', options);
  try {
    const { found } = await matcher.ask(WARM);
    if (found < WARM * 0.4) throw new Error(`only ${found} of ${WARM} were found`);
    const before = matcher.cpu();
    await matcher.ask(count);
    return { cpu: (matcher.cpu() - before) / count };
  } finally {
    await matcher.stop('SIGKILL');
  }
}
