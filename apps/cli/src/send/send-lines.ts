import type { Courier } from './courier';
import { LineSplitter } from './line-splitter';
import { type Batch, LINE_BYTES, type Outbox } from './outbox';
import { readUntil } from './read-until';
import type { Rejects } from './rejects';
import { isWrong, type SendTally } from './send-tally';
import type { SignsOfLife } from './signs-of-life';

/** Everything that lines pass on their way. */
interface Way {
  readonly input: AsyncIterable<Buffer>;
  /** Aborts when no more shall be read. */
  readonly ending: AbortSignal;
  readonly outbox: Outbox;
  readonly courier: Courier;
  /** Given while there is nothing to send. */
  readonly signs: SignsOfLife;
  readonly rejects: Rejects;
  readonly tally: SendTally;
  /** Hears that the outbox has everything that was read, and nothing more will be. */
  kept(): void;
  /** Hears how many bytes of lines, with their ends, are decided. */
  progress(bytes: number): void;
}

/**
 * Sends all lines of the input. What has come while a request was under way makes the next one: a line that comes alone is sent at
 * once, and many are sent together, without any timer.
 * @returns whether all of them are decided: false when the courier was called back
 * @throws whatever reading, keeping or sending throws; what was read before is sent all the same
 */
export async function sendLines(way: Way): Promise<boolean> {
  let failure: { readonly error: unknown } | undefined;
  way.ending.addEventListener('abort', () => way.outbox.hurry());
  void fill(way)
    .catch((error: unknown) => (failure = { error }))
    .finally(() => {
      way.outbox.end();
      way.kept();
    });
  const isAll = await drain(way);
  if (failure) throw failure.error;
  return isAll;
}

async function fill({ input, ending, outbox, rejects, tally }: Way): Promise<void> {
  const splitter = new LineSplitter(LINE_BYTES, (beginning) => {
    tally.add({ status: 'refused', error: `a line is longer than ${LINE_BYTES / 1024} KiB` });
    rejects.add(beginning);
  });
  for await (const chunk of readUntil(input, ending)) {
    const lines = splitter.push(chunk);
    if (lines.length > 0) await outbox.put(lines);
  }
  // Of a line that was being written the rest would be missing.
  if (!ending.aborted) await outbox.put(splitter.end());
}

async function drain(way: Way): Promise<boolean> {
  const { outbox, courier, signs, rejects, tally, progress } = way;
  const next = (): Promise<Batch | null> => signs.until(outbox.take());
  for (let batch = await next(); batch; batch = await next()) {
    let bytes = 0;
    const wrong: Buffer[] = [];
    const isAll = await courier.deliver(batch.lines, (line, result) => {
      tally.add(result);
      bytes += line.length + 1;
      if (isWrong(result)) wrong.push(line);
    });
    // What is not done stays where it is kept, and is refused once more.
    if (isAll) rejects.add(...wrong);
    rejects.flush();
    if (!isAll) return false;
    batch.done();
    progress(bytes);
  }
  rejects.flush();
  return true;
}
