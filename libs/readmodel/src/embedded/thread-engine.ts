import { Worker } from 'node:worker_threads';
import { Unavailable } from '@parapet/contracts';
import type { CallName, Calls, Engine } from './calls';
import type { CallMessage, Failure, FromThread, ToThread } from './thread-protocol';

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

const toError = ({ unavailable, message }: Failure): Error =>
  unavailable ? new Unavailable(message) : new Error(message);

/**
 * Starts a thread that serves the file. `onDeath` is called once when it ends unasked after that.
 * @throws Error when it cannot be opened, with the reason and what to do.
 */
export async function openInThread(path: string, onDeath: (error: Error) => void): Promise<Engine> {
  // The built file: a thread runs plain JavaScript, also where the sources are compiled on the fly.
  const worker = new Worker(require.resolve('@parapet/readmodel/embedded-worker'), {
    workerData: path,
    // The thread would inherit the process's large young generation, which only the request loop needs.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
    name: 'read model',
  });
  const engine = new ThreadEngine(worker, onDeath);
  await engine.opened;
  return engine;
}

/** The store in another thread. When that thread ends unasked, everything asked and everything to come is `Unavailable`. */
export class ThreadEngine implements Engine {
  readonly opened: Promise<unknown>;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private ended: Error | undefined;
  private closing: Promise<void> | undefined;
  private serves = false;

  constructor(
    private readonly worker: Worker,
    private readonly onDeath: (error: Error) => void,
  ) {
    this.opened = this.answerTo(0).then(() => (this.serves = true));
    worker.on('message', (message: FromThread) => this.receive(message));
    worker.on('error', (error) => this.end(String(error)));
    worker.on('exit', (code) => this.end(`exit code ${code}`));
  }

  async call<K extends CallName>(name: K, ask: Calls[K]['ask']): Promise<Calls[K]['answer']> {
    if (this.closing) throw new Unavailable('The read model is closed.');
    if (this.ended) throw this.ended;
    const message: CallMessage<K> = { id: ++this.lastId, name, ask };
    this.worker.postMessage(message);
    return this.answerTo<Calls[K]['answer']>(message.id);
  }

  close(): Promise<void> {
    this.closing ??= this.ended ? Promise.resolve() : this.drain();
    return this.closing;
  }

  private async drain(): Promise<void> {
    const exited = new Promise((resolve) => this.worker.once('exit', resolve));
    const message: ToThread = { id: ++this.lastId, name: 'close' };
    this.worker.postMessage(message);
    await this.answerTo(message.id);
    await exited;
  }

  /** What comes from the thread is the answer that `Calls` promises for the name that was asked. */
  private answerTo<T>(id: number): Promise<T> {
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: (answer) => resolve(answer as T), reject });
    });
  }

  private receive(message: FromThread): void {
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if ('failure' in message) waiting?.reject(toError(message.failure));
    else waiting?.resolve(message.answer);
  }

  private end(reason: string): void {
    if (this.ended) return;
    this.ended = new Unavailable(
      `The thread of the read model has ended (${reason}): restart this process.`,
    );
    for (const { reject } of this.waiting.values()) reject(this.ended);
    this.waiting.clear();
    if (this.serves && !this.closing) this.onDeath(this.ended);
  }
}
