import { Readable } from 'node:stream';
import { runCli } from '../run-cli';
import type { ExitCode, Surroundings } from '../surroundings';
import { recordedTerminal, type Screen } from './recorded-terminal';

/** What came of a call: `answer` on stdout, `said` on stderr. */
export interface Called {
  readonly code: ExitCode;
  readonly answer: string;
  readonly said: string;
}

/** Calls `parapet` with these arguments, in this process. */
export async function call(
  args: readonly string[],
  around: Pick<Surroundings, 'settings'> & Partial<Surroundings>,
  screen?: Screen,
): Promise<Called> {
  const { terminal, answer, said } = recordedTerminal(screen);
  const code = await runCli(args, {
    ...{ terminal, env: {}, now: () => Date.now(), input: () => Readable.from([]) },
    ...around,
  });
  return { code, answer: answer(), said: said() };
}
