import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { CutBody, LARGEST_BODY, TooSlow } from '@parapet/chassis';
import { Problem } from '@parapet/contracts';

/** Bodies up to here are read before they are sent on, so that they can be sent twice. Covers every observation. */
const WHOLE_BYTES = 64 * 1024;

/** A body that is passed on as it comes, piece by piece, once. */
export class PassingBody {
  /** Whether somebody began to read it: then it cannot be sent again. */
  begun = false;

  constructor(
    private readonly raw: IncomingMessage,
    /** Bytes, as announced; null when that is not known. */
    readonly length: string | null,
  ) {}

  /** The body for one attempt; reads nothing before it is read itself. */
  stream(): Readable {
    const pieces = this.pieces();
    // Nothing can be thrown into it: that would end what the client sends, who is owed an answer.
    const readable: AsyncIterator<Buffer> = {
      next: () => pieces.next(),
      return: () => pieces.return(undefined),
    };
    return Readable.from({ [Symbol.asyncIterator]: () => readable }, { objectMode: false });
  }

  private async *pieces(): AsyncGenerator<Buffer> {
    this.begun = true;
    try {
      yield* this.raw.iterator({ destroyOnReturn: false });
    } finally {
      this.letGo();
    }
  }

  /** Many clients read nothing before all is sent: what nobody wants any more runs out. */
  letGo(): void {
    this.raw.resume();
  }
}

/** What a client sent: nothing, a small body whole, or a large one (or one of unknown size) to be passed on. */
export type SentBody = null | Buffer | PassingBody;

function hasBody({ method, headers }: IncomingMessage): boolean {
  // What a body of these means nobody has defined: services do not read it either.
  if (method === 'GET' || method === 'HEAD') return false;
  const { 'content-length': length = '0', 'transfer-encoding': coded } = headers;
  return coded !== undefined || length !== '0';
}

/** Bodies on their way: small ones are held whole, as long as there is room for them. */
export class SentBodies {
  /** @param room bytes of all bodies that are held, at most @param patience milliseconds for a body to come */
  constructor(
    private room: number,
    private readonly patience: number,
  ) {}

  /**
   * Takes the body of a request; it is given back with `done`. Of one that passes something has come: a service sees nothing of a
   * request before. Rejects when the client goes away meanwhile.
   * @throws Problem when it is too large or too slow
   */
  async of(raw: IncomingMessage): Promise<SentBody> {
    if (!hasBody(raw)) return null;
    const { 'content-length': length = null, 'transfer-encoding': coded } = raw.headers;
    const bytes = Number(length);
    if (bytes > LARGEST_BODY)
      throw new Problem(
        'payload_too_large',
        'The body is larger than any route takes',
        `at most ${LARGEST_BODY / 1024 / 1024} MiB`,
      );
    if (coded === undefined && bytes <= WHOLE_BYTES && bytes <= this.room)
      return this.hold(raw, bytes);
    await begun(raw, this.patience);
    return new PassingBody(raw, length);
  }

  /** The body is needed no more. */
  done(body: SentBody): void {
    if (body instanceof Buffer) this.room += body.length;
    if (body instanceof PassingBody && !body.begun) body.letGo();
  }

  private async hold(raw: IncomingMessage, bytes: number): Promise<Buffer> {
    this.room -= bytes;
    try {
      return await whole(raw, bytes, this.patience);
    } catch (error) {
      this.room += bytes;
      throw error;
    }
  }
}

/** Copies the pieces together at once: each may be one byte, and costs hundreds while it is kept. */
function whole(raw: IncomingMessage, bytes: number, patience: number): Promise<Buffer> {
  const body = Buffer.allocUnsafe(bytes);
  let filled = 0;
  raw.on('data', (piece: Buffer) => (filled += piece.copy(body, filled)));
  return inTime(raw, patience, (done) => raw.once('end', () => done(body)));
}

/** Something of a body can be read, or there is nothing of it. */
const begun = (raw: IncomingMessage, patience: number): Promise<void> =>
  inTime(raw, patience, (done) => raw.once('readable', done).once('end', done));

function inTime<T>(
  raw: IncomingMessage,
  patience: number,
  hear: (done: (what: T) => void) => void,
): Promise<T> {
  return new Promise((done, failed) => {
    const late = setTimeout(() => failed(new TooSlow()), patience);
    // Of a request whose answer did not wait for its body nothing tells the end.
    hear((what) => {
      clearTimeout(late);
      done(what);
    });
    raw.once('error', failed);
    raw.once('close', () => {
      clearTimeout(late);
      failed(new CutBody());
    });
  });
}
