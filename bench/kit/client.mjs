import { Agent, request } from 'node:http';

/** Kept connections, as a client that lives long has them. */
export const keptConnections = (maxSockets) => new Agent({ keepAlive: true, maxSockets });

/**
 * Asks once and reads the whole answer.
 * @returns `{ status, text }`; status 0 when there was no answer
 */
export function ask(url, { method = 'GET', token, body, type = 'application/json', agent } = {}) {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
    }),
  };
  return new Promise((done) => {
    const asked = request(url, { method, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () => done({ status: answer.statusCode, text }));
      answer.on('error', () => done({ status: 0, text }));
    });
    asked.on('error', (error) => done({ status: 0, text: String(error) }));
    asked.end(body);
  });
}

/** Asks once; throws when it is not answered with 2xx. */
export async function expectOk(url, options) {
  const { status, text } = await ask(url, options);
  if (status < 200 || status > 299) throw new Error(`${url} was answered with ${status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
