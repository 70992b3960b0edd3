import { text } from 'node:stream/consumers';
import { type Dispatcher, request } from 'undici';
import { eventually } from './eventually';
import type { House } from './house';

/** A message of GET /v1/stream. */
export interface Message {
  readonly type: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Asked {
  /** Default: the admin's. */
  readonly token?: string;
  /** As in `?types=`. */
  readonly types?: string;
  readonly lastId?: string;
}

const open = new Set<LiveStream>();
afterEach(() => open.forEach((stream) => stream.close()));

/** An open stream, and all that was heard on it. Closed after the test. */
export class LiveStream {
  readonly heard: Message[] = [];
  /** Whether the house ended it. */
  ended = false;
  private rest = '';

  private constructor(private readonly body: Dispatcher.ResponseData['body']) {
    body.setEncoding('utf8');
    body.on('data', (piece: string) => this.take(piece));
    body.on('error', () => (this.ended = true));
    body.on('end', () => (this.ended = true));
    open.add(this);
  }

  /** Asks for a stream; answers the status and what was said instead when it is refused. */
  static async ask(
    house: Pick<House, 'baseUrl' | 'adminToken'>,
    { token = house.adminToken, types, lastId }: Asked = {},
  ): Promise<LiveStream | { readonly status: number; readonly text: string }> {
    const query = types === undefined ? '' : `?types=${types}`;
    const { statusCode, headers, body } = await request(`${house.baseUrl}/v1/stream${query}`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(lastId !== undefined && { 'last-event-id': lastId }),
      },
    });
    if (statusCode !== 200) return { status: statusCode, text: await text(body) };
    expect(headers['content-type']).toBe('text/event-stream');
    return new LiveStream(body);
  }

  /** Opens one; resolves when it listens. */
  static async open(
    house: Pick<House, 'baseUrl' | 'adminToken'>,
    asked?: Asked,
  ): Promise<LiveStream> {
    const stream = await LiveStream.ask(house, asked);
    if (!(stream instanceof LiveStream))
      throw new Error(`refused: ${stream.status} ${stream.text}`);
    await stream.hear(({ type }) => type === 'ready');
    return stream;
  }

  /** The first message like this, which may have been heard already. */
  hear(like: (message: Message) => boolean): Promise<Message> {
    return eventually(() => this.heard.find(like));
  }

  close(): void {
    open.delete(this);
    this.body.on('error', () => undefined).destroy();
  }

  private take(piece: string): void {
    const blocks = (this.rest + piece).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => splitOnce(line)));
      const data = fields.get('data');
      const [type, id] = [fields.get('event') ?? '', fields.get('id') ?? ''];
      if (data !== undefined)
        this.heard.push({ type, id, data: JSON.parse(data) as Message['data'] });
    }
  }
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf(': ');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 2)];
}
