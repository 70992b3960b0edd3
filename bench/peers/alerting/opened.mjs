import { temporaryFolder } from '../../kit/house.mjs';
import { startProcess } from '../../kit/processes.mjs';
import { CONNECTIONS } from './sides.mjs';

const start = (name) => startProcess(`bench/peers/alerting/${name}-process.mjs`, { core: 'load' });

/**
 * A side over a folder of its own, with a receiver and a load generator on the core of load, for as long as something lasts.
 * @param during gets `running` (its `process` at the moment), `again()` (after it was stopped), `tell(asked)` and `receiver`
 *   (see the two processes)
 * @returns what `during` returns
 */
export async function opened(side, during) {
  const folder = await temporaryFolder();
  const [receiver, load] = await Promise.all([start('receiver'), start('load')]);
  const running = {};
  try {
    const open = await side.open({ folder: folder.path, webhook: receiver.url });
    running.process = open.process;
    const again = async () => void (running.process = await open.again());
    const { asked } = open;
    const tell = (more) =>
      load.ask({ url: running.process.url, connections: CONNECTIONS, ...asked, ...more });
    return await during({ running, again, tell, receiver });
  } finally {
    await running.process?.stop('SIGKILL');
    await Promise.all([receiver.stop('SIGKILL'), load.stop('SIGKILL')]);
    await folder.remove();
  }
}
