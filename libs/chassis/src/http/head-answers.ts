import { Readable } from 'node:stream';
import type { onSendHookHandler } from 'fastify';

/**
 * Ends what would be the body of an answer to HEAD in pieces. Fastify would read it to its end for nobody, when the turn of its caller
 * has been given back: as many at once as anybody likes to ask for.
 */
export const endUnreadBodies: onSendHookHandler = ({ method }, _reply, payload, done) => {
  if (method !== 'HEAD' || !(payload instanceof Readable)) return done(null, payload);
  payload.destroy();
  // Another one, that has nothing: of what is no stream Fastify tells the length.
  done(null, Readable.from([]));
};
