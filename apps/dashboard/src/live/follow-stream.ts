import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream';
import type { LiveState, Message } from './message';

interface Listener {
  message(message: Message): void;
  state(state: LiveState): void;
}

/** Between two attempts, in milliseconds: soon at first, for a house that begins anew is back in seconds. */
const PAUSES = [250, 500, 1_000, 2_000, 5_000];
/** The house says something every 15 s; longer silence is a connection that nobody is at the end of. */
const SILENCE_MS = 40_000;

/** The last message that came; undefined before the first. */
export interface Place {
  lastId?: string | undefined;
}

/**
 * Listens to `GET /v1/stream` until `left` aborts, again and again, each time behind the last message that came: what happened
 * meanwhile is told then. Ends by itself only when nobody is signed in any more, or may
 * not listen.
 * @param place where to go on; kept up
 */
export async function followStream(
  listener: Listener,
  left: AbortSignal,
  place: Place = {},
): Promise<'signed out' | 'not allowed' | 'left'> {
  for (let attempt = 0; !left.aborted; attempt += 1) {
    listener.state('connecting');
    const anew = place.lastId === undefined;
    const heard = ({ id, event, data }: EventSourceMessage): void => {
      if (id !== undefined) place.lastId = id;
      attempt = -1;
      if (event !== 'ready') return listener.message({ type: event ?? 'message', data });
      // What happened after the lists were read, and before this was ready, is told by nobody.
      if (anew) listener.message({ type: 'reset', data: '' });
      listener.state('live');
    };
    const outcome = await listen(place.lastId, heard, left).catch(() => 'lost' as const);
    if (outcome !== 'lost') {
      listener.state(outcome);
      return outcome;
    }
    await pause(PAUSES[Math.min(attempt + 1, PAUSES.length - 1)] ?? 0, left);
  }
  return 'left';
}

type Heard = (message: EventSourceMessage) => void;

/** One connection, to its end. */
async function listen(
  lastId: string | undefined,
  heard: Heard,
  left: AbortSignal,
): Promise<'signed out' | 'not allowed' | 'lost'> {
  const silent = new AbortController();
  let watch = setTimeout(() => silent.abort(), SILENCE_MS);
  try {
    const answer = await fetch('/v1/stream', {
      headers: lastId === undefined ? {} : { 'last-event-id': lastId },
      signal: AbortSignal.any([left, silent.signal]),
      cache: 'no-store',
    });
    if (answer.status === 401) return 'signed out';
    if (answer.status === 403) return 'not allowed';
    if (!answer.ok || !answer.body) return 'lost';
    const awake = new TransformStream<string, string>({
      transform(text, on) {
        clearTimeout(watch);
        watch = setTimeout(() => silent.abort(), SILENCE_MS);
        on.enqueue(text);
      },
    });
    const messages = answer.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(awake)
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    for (let next = await messages.read(); !next.done; next = await messages.read())
      heard(next.value);
    return 'lost';
  } finally {
    clearTimeout(watch);
  }
}

const pause = (ms: number, left: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const waiting = setTimeout(resolve, ms);
    left.addEventListener('abort', () => (clearTimeout(waiting), resolve()), { once: true });
  });
