import type { UserCaller } from '@parapet/chassis';
import type { Newsroom } from '../stream/newsroom';
import type { EventStream } from '../stream/event-stream';
import { STREAM_TYPES, type StreamType } from '../stream/stream-types';

/** A message as its client gets it. */
export interface Heard {
  readonly type: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A client of the stream without HTTP between. */
export class Listening {
  readonly heard: Heard[] = [];
  /** All that was said, as it was. */
  text = '';
  private readonly waiting = new Set<() => void>();

  private constructor(readonly stream: EventStream) {
    stream.setEncoding('utf8').on('data', (piece: string) => this.take(piece));
    stream.on('close', () => this.wake());
  }

  static async open(
    newsroom: Newsroom,
    who: string | UserCaller,
    { types = STREAM_TYPES, lastId }: { types?: readonly StreamType[]; lastId?: string } = {},
  ): Promise<Listening> {
    const caller: UserCaller =
      typeof who === 'string' ? { kind: 'user', tokenId: who, permissions: ['admin'] } : who;
    return new Listening(await newsroom.open({ caller, types, lastId }));
  }

  /** The first message like this. */
  async hear(like: (message: Heard) => boolean): Promise<Heard> {
    for (;;) {
      const found = this.heard.find(like);
      if (found) return found;
      if (this.stream.destroyed) throw new Error(`the stream ended after ${this.text}`);
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
  }

  private take(piece: string): void {
    this.text += piece;
    for (const [, type = '', id = '', data = ''] of piece.matchAll(
      /event: (.*)\nid: (.*)\ndata: (.*)\n\n/g,
    ))
      this.heard.push({ type, id, data: JSON.parse(data) as Heard['data'] });
    this.wake();
  }

  private wake(): void {
    for (const go of this.waiting) go();
    this.waiting.clear();
  }
}
