import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { failureCode } from '../failure-code';
import { Bell } from './bell';
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
  private inHand: readonly Buffer[] = [];
  private readonly release: () => void;
  private readonly changed = new Bell();

  /**
   * @param room bytes that may wait; then whoever writes them has to wait
   * @throws Error with a sentence when another process uses the folder
   */
  constructor(
    private readonly folder: string,
    private readonly room: number,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.release = claim(folder);
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
    while (this.bytes >= this.room || !this.kept(text)) {
      if (this.bytes === 0) return this.handed(lines);
      await this.changed.rung();
    }
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

  /** False, and nothing kept, when the disk is full. */
  private kept(text: Buffer): boolean {
    try {
      this.writing().append(text);
      return true;
    } catch (error) {
      if (FULL.includes(failureCode(error))) return false;
      throw error;
    }
  }

  /** What a full disk has no room for goes through memory, and whoever writes it waits until it is decided. */
  private async handed(lines: readonly Buffer[]): Promise<void> {
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

const NEWLINE = Buffer.from('\n');
const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT'];
