import { parentPort, workerData } from 'node:worker_threads';
import { answer } from './answer';
import { sqliteCode, SqliteStore, whyRefused } from './sqlite-store';
import type { FromWorker, ToWorker, WireError, WorkerStart } from './store-protocol';

/** The thread that owns the log file: its commits wait for the disk without stalling the loop that serves requests. */
function run(): void {
  const port = parentPort;
  if (!port) throw new Error('this file runs as a worker thread');
  const say = (message: FromWorker): void => port.postMessage(message);
  const { path, layout } = workerData as WorkerStart;
  const store = attempt(0, say, () => new SqliteStore(path, layout));
  if (!store) return;
  say({ id: 0, answer: null });
  port.on('message', (message: ToWorker) => {
    if (message.name === 'close') {
      store.close();
      say({ id: message.id, answer: null });
      port.close();
      return;
    }
    const { id, name, ask } = message;
    attempt(id, say, () => say({ id, answer: answer(store, name, ask) }));
  });
}

function attempt<T>(id: number, say: (m: FromWorker) => void, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    say({ id, error: onWire(error) });
    return undefined;
  }
}

const onWire = (error: unknown): WireError => ({
  message: whyRefused(error),
  unavailable: sqliteCode(error) !== undefined,
});

run();
