import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { checkBareError } from './error-shape';
import type { House } from './house';

/** An answer as it came over a bare socket. */
export interface WireAnswer {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const SEPARATOR = '\r\n\r\n';

/** The bytes of a request: its head, line by line, and its body as it is. */
export const message = (lines: readonly string[], body = ''): string =>
  [...lines, '', body].join('\r\n');

/** A socket to the house, of which nothing is hidden by a client. */
export function openSocket({ baseUrl }: Pick<House, 'baseUrl'>): Socket {
  const { hostname, port } = new URL(baseUrl);
  // Who is refused is hung up on, often before all was sent.
  return connect(Number(port), hostname).on('error', () => undefined);
}

/** Sends bytes as they are over one socket and resolves with every answer that came until the house closed it. */
export async function exchange(
  house: Pick<House, 'baseUrl'>,
  bytes: string | Buffer,
): Promise<readonly WireAnswer[]> {
  const socket = openSocket(house);
  const said: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => said.push(chunk));
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  await once(socket, 'close');
  return answersIn(Buffer.concat(said).toString('latin1'));
}

function answersIn(said: string): readonly WireAnswer[] {
  const answers: WireAnswer[] = [];
  for (let rest = said; rest !== '';) {
    const end = rest.indexOf(SEPARATOR);
    if (end < 0) throw new Error(`no answer: ${rest}`);
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(lines.map(pair));
    rest = rest.slice(end + SEPARATOR.length);
    const length = Number(headers['content-length'] ?? rest.length);
    const text = Buffer.from(rest.slice(0, length), 'latin1').toString('utf8');
    const status = Number(statusLine.split(' ')[1]);
    checkBareError(status, text);
    answers.push({ status, headers, text });
    rest = rest.slice(length);
  }
  return answers;
}

function pair(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
