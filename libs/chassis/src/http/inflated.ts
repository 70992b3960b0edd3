import { gunzip } from 'node:zlib';

/** The bytes are not gzip, or not all of it. */
export class NotGzip extends Error {
  override readonly name = 'NotGzip';
}

/** There is more in it than may be. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/**
 * What was compressed with gzip. Never takes more memory than may come out.
 * @param most bytes that may come out. Rejects with TooLong when it is more, with NotGzip when that cannot be told.
 */
export function inflated(bytes: Buffer, most: number): Promise<Buffer> {
  return new Promise((done, failed) => {
    gunzip(bytes, { maxOutputLength: most }, (error, plain) => {
      if (!error) return done(plain);
      const tooLong = 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      failed(tooLong ? new TooLong() : new NotGzip());
    });
  });
}
