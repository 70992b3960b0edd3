import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { failureText } from '../failure-code';
import { Bell } from './bell';
import { makeFolder } from './make-folder';
import { BATCH_BYTES, BATCH_LINES, type Batch, type Outbox } from './outbox';
import { claim } from './spool-claim';
import { Segment } from './spool-segment';

const SUFFIX = '.ndjson';
/** A segment is not continued once it is this large: so much of what was sent may still lie there. */
const SEGMENT_BYTES = 4 * 1024 * 1024;

/**
 * Keeps lines in the files of a folder until they are decided. What was put is in the hands of the operating system: it is there
 * after this process was killed, and is sent first by the next one that opens the folder.
 */
export class Spool implements Outbox {
  private readonly segments: Segment[];
  private number: number;
  private ended = false;
  /** Lines that are in memory alone: nothing could be kept when they came, and nothing else waited. */
  private inHand: readonly Buffer[] = [];
  /** Whether it was said that nothing can be kept. */
  private isSaid = false;
  private readonly release: () => void;
  private readonly changed = new Bell();

  /**
   * @param format what the lines are
   * @param room bytes that may wait; then whoever writes them has to wait
   * @param say hears what somebody may want to know who waits
   * @throws Error with a sentence when another process uses the folder, or nobody can; Misuse when it keeps lines of another format
   */
  constructor(
    private readonly folder: string,
    format: string,
    private room: number,
    private readonly say: (line: string) => void,
  ) {
    this.release = taken(folder, format);
    const names = readdirSync(folder).filter((name) => /^\d+\.ndjson$/.test(name));
    this.number = Math.max(0, ...names.map((name) => parseInt(name, 10)));
    this.segments = names.sort().flatMap((name) => Segment.found(join(folder, name)) ?? []);
  }

  /** Bytes that wait. */
  get bytes(): number {
    return this.segments.reduce((sum, { left }) => sum + left, 0);
  }

  async put(lines: readonly Buffer[]): Promise<void> {
    if (lines.length === 0) return;
    const text = Buffer.concat(lines.flatMap((line) => [line, NEWLINE]));
    for (let why = this.keep(text); why !== null; why = this.keep(text)) {
      if (this.bytes === 0) return this.handed(lines, why);
      await this.changed.rung();
    }
    if (this.isSaid) this.say(`Lines are kept in ${this.folder} again.`);
    this.isSaid = false;
    this.changed.ring();
  }

  hurry(): void {
    this.room = Infinity;
    this.changed.ring();
  }

  end(): void {
    this.ended = true;
    this.changed.ring();
  }

  async take(): Promise<Batch | null> {
    for (;;) {
      const segment = this.segments.find(({ left }) => left > 0);
      if (segment) return this.batchOf(segment);
      if (this.inHand.length > 0) return { lines: this.inHand, done: () => this.handOver() };
      if (this.ended) return null;
      await this.changed.rung();
    }
  }

  close(): void {
    for (const segment of this.segments) segment.close();
    this.release();
  }

  /** Null when the lines are kept, else why not. */
  private keep(text: Buffer): string | null {
    if (this.bytes >= this.room) return 'it is full';
    try {
      this.writing().append(text);
      return null;
    } catch (error) {
      const why = failureText(error);
      if (why === null) throw error;
      return why;
    }
  }

  /** What cannot be kept goes through memory, and whoever writes it waits until it is decided. */
  private async handed(lines: readonly Buffer[], why: string): Promise<void> {
    if (!this.isSaid)
      this.say(
        `Nothing can be kept in ${this.folder} (${why}): what is piped in waits until the house has it. Make room there, or give --spool another folder.`,
      );
    this.isSaid = true;
    this.inHand = lines;
    this.changed.ring();
    while (this.inHand.length > 0) await this.changed.rung();
  }

  private handOver(): void {
    this.inHand = [];
    this.changed.ring();
  }

  private batchOf(segment: Segment): Batch {
    const { lines, bytes } = segment.read(BATCH_LINES, BATCH_BYTES);
    const done = (): void => {
      segment.pass(bytes);
      if (segment.left === 0) this.remove(segment);
      this.changed.ring();
    };
    return { lines, done };
  }

  private remove(segment: Segment): void {
    this.segments.splice(this.segments.indexOf(segment), 1);
    segment.remove();
  }

  private writing(): Segment {
    const last = this.segments.at(-1);
    if (last?.writable && last.size < SEGMENT_BYTES) return last;
    this.number += 1;
    const name = String(this.number).padStart(12, '0') + SUFFIX;
    const fresh = Segment.begun(join(this.folder, name));
    this.segments.push(fresh);
    return fresh;
  }
}

/** Makes the folder where there is none, and claims it; answers how to give it back. @throws Error with a sentence; Misuse */
function taken(folder: string, format: string): () => void {
  try {
    makeFolder(folder);
    return claim(folder, format);
  } catch (error) {
    const why = failureText(error);
    if (why === null) throw error;
    throw new Error(
      `${folder} cannot be the spool (${why}): give --spool a folder on a disk with room, which this user may write to.`,
      { cause: error },
    );
  }
}

const NEWLINE = Buffer.from('\n');
