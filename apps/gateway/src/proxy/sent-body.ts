import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Problem } from '@parapet/contracts';

/** Bodies up to here are read before they are sent on, so that they can be sent twice. Covers every observation. */
const WHOLE_BYTES = 64 * 1024;
/** No service takes more, and none listens to more to say so. */
const MOST_BYTES = 8 * 1024 * 1024;

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
    return Readable.from(this.pieces(), { objectMode: false });
  }

  private async *pieces(): AsyncGenerator<Buffer> {
    this.begun = true;
    // Who gives up reading must not cut off the client, who is owed an answer.
    yield* this.raw.iterator({ destroyOnReturn: false });
  }
}

/** What a client sent: nothing, a small body whole, or a large one (or one of unknown size) to be passed on. */
export type SentBody = null | Buffer | PassingBody;

/** Takes the body of a request. Rejects when the client goes away while a small one is read. @throws Problem when it is too large */
export async function sentBody(raw: IncomingMessage): Promise<SentBody> {
  const { 'content-length': length = null, 'transfer-encoding': coded } = raw.headers;
  // What a body of these means nobody has defined: services do not read it either.
  const meaningless = raw.method === 'GET' || raw.method === 'HEAD';
  if (meaningless || (coded === undefined && (length === null || length === '0'))) return null;
  if (Number(length) > MOST_BYTES)
    throw new Problem(
      'payload_too_large',
      'The body is larger than any route takes',
      'at most 8 MiB',
    );
  if (coded !== undefined || Number(length) > WHOLE_BYTES) return new PassingBody(raw, length);
  return whole(raw);
}

function whole(raw: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  return new Promise((done, failed) => {
    raw.on('data', (piece: Buffer) => pieces.push(piece));
    raw.once('end', () =>
      done(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)),
    );
    raw.once('error', failed);
  });
}
