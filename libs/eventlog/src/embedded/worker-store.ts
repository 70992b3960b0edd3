import { Worker } from 'node:worker_threads';
import { Unavailable } from '@parapet/contracts';
import type {
  FromWorker,
  StoreCalls,
  StoreThread,
  ToWorker,
  WireError,
  WorkerStart,
} from './store-protocol';

interface Pending {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The database in a worker thread. */
export class WorkerStore implements StoreThread {
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private serves = false;
  private closing = false;
  private gone: Unavailable | undefined;

  private constructor(
    private readonly worker: Worker,
    private readonly onDeath: (error: Error) => void,
  ) {
    worker.on('message', (message: FromWorker) => this.settle(message));
    worker.on('error', (error: Error) => this.died(error.message));
    worker.on('exit', (code) => this.died(`it ended with code ${code}`));
  }

  /**
   * Starts the thread and opens the file. `onDeath` is called once when the thread ends without having been told to.
   * @throws Error with a sentence when the file cannot be used.
   */
  static async start(
    start: WorkerStart,
    onDeath: (error: Error) => void,
    script = require.resolve('@parapet/eventlog/embedded-worker'),
  ): Promise<WorkerStore> {
    // The thread would inherit the process's large young generation, which only the request loop needs.
    const resourceLimits = { maxYoungGenerationSizeMb: 16 };
    const worker = new Worker(script, { workerData: start, resourceLimits });
    const store = new WorkerStore(worker, onDeath);
    try {
      await new Promise((resolve, reject) => store.pending.set(0, { resolve, reject }));
    } catch (error) {
      store.closing = true;
      await store.worker.terminate();
      throw error;
    }
    return store;
  }

  call<K extends keyof StoreCalls>(
    name: K,
    ask: StoreCalls[K]['ask'],
  ): Promise<StoreCalls[K]['answer']> {
    return this.post((id) => ({ id, name, ask }));
  }

  async close(): Promise<void> {
    if (this.closing || this.gone) return;
    this.closing = true;
    await this.post((id) => ({ id, name: 'close' }));
    await this.worker.terminate();
  }

  private post<T>(message: (id: number) => ToWorker): Promise<T> {
    if (this.gone) return Promise.reject(this.gone);
    const id = ++this.lastId;
    return new Promise<T>((resolve, reject) => {
      // The worker answers a question with the type that its name promises.
      this.pending.set(id, { resolve: (answer) => resolve(answer as T), reject });
      this.worker.postMessage(message(id));
    });
  }

  private settle(message: FromWorker): void {
    const waiting = this.pending.get(message.id);
    if (!waiting) return;
    this.pending.delete(message.id);
    if ('error' in message) waiting.reject(fromWire(message.error));
    else {
      // The first answer says that the file is open. A thread that was refused it ends, maybe before anybody hears why.
      this.serves = true;
      waiting.resolve(message.answer);
    }
  }

  private died(reason: string): void {
    if (this.gone) return;
    this.gone = new Unavailable(
      `the thread that owns the log file has ended (${reason}): start this process again`,
      5,
    );
    for (const { reject } of this.pending.values()) reject(this.gone);
    this.pending.clear();
    if (this.serves && !this.closing) this.onDeath(this.gone);
  }
}

const fromWire = ({ message, unavailable }: WireError): Error =>
  unavailable ? new Unavailable(`the log file refused: ${message}`) : new Error(message);
