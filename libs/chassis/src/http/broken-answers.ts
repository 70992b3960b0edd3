import { Readable } from 'node:stream';
import type { onSendHookHandler } from 'fastify';

/**
 * Resets the connection of an answer that breaks off after it began. In HTTP/1.0, which proxies may speak, the end of a connection is the
 * end of an answer: a part would be taken for the whole.
 */
export const resetBrokenAnswers: onSendHookHandler = (_request, { raw }, payload, done) => {
  if (payload instanceof Readable)
    payload.once('error', () => {
      if (raw.headersSent) raw.socket?.resetAndDestroy();
    });
  done(null, payload);
};
