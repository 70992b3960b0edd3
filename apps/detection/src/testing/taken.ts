import { type Readable, Writable } from 'node:stream';

/** How many messages of a type are in what was taken. */
export const countOf = (text: string, type: string): number =>
  text.split(`event: ${type}\n`).length - 1;

/** What a client has got that takes each piece when it has its turn, once so many messages of a type are in it or the stream is over. */
export function taken(stream: Readable, type: string, enough: number): Promise<string> {
  return new Promise((resolve) => {
    let [text, count] = ['', 0];
    const client = new Writable({
      write(piece: Buffer, _, done) {
        text += piece.toString();
        count += countOf(piece.toString(), type);
        if (count >= enough) resolve(text);
        setImmediate(done);
      },
    });
    stream.once('close', () => resolve(text)).pipe(client);
  });
}
