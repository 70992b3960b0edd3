import { parentPort, workerData } from 'node:worker_threads';
import { Unavailable } from '@parapet/contracts';
import { Database } from './database';
import { GroupRunner } from './group-runner';
import { Store } from './store';
import type { FromThread, ToThread } from './thread-protocol';

const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread: see thread-engine.ts');

async function tell(id: number, work: () => Promise<unknown>): Promise<void> {
  let message: FromThread;
  try {
    message = { id, answer: await work() };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    message = { id, failure: { unavailable: error instanceof Unavailable, message: text } };
  }
  port?.postMessage(message);
}

async function serve(runner: GroupRunner, message: ToThread): Promise<void> {
  if (message.name !== 'close')
    return tell(message.id, () => runner.call(message.name, message.ask));
  await tell(message.id, () => runner.close());
  port?.close();
}

void tell(0, async () => {
  const runner = new GroupRunner(new Store(Database.open(String(workerData))));
  port.on('message', (message: ToThread) => void serve(runner, message));
});
