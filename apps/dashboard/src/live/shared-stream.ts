import { followStream, type Place } from './follow-stream';
import type { LiveState, Message } from './message';

/** What goes from the tab that listens to the others, and the place behind which one of them goes on once that tab is closed. */
type News = ({ readonly message: Message } | { readonly state: LiveState }) & Place;
type Told = News | { readonly ask: true };

interface Listener {
  message(message: Message): void;
  state(state: LiveState): void;
}

/**
 * One stream for all tabs of a browser, which has only six connections to a house: one tab listens and tells the others; when it
 * is closed another takes its place. Where a browser cannot do that (pages that are not of https), each tab listens while it is seen. Who
 * was signed out and looks at the page again may be signed in again by then, in another tab.
 *
 * @returns how to stop
 */
export function listenTogether(listener: Listener): () => void {
  const left = new AbortController();
  const { signal } = left;
  const listen = 'locks' in navigator ? inTurn(listener, signal) : whileSeen(listener, signal);
  const listenOn = async (): Promise<void> => {
    while ((await listen()) === 'signed out') await goneOnWith(signal);
  };
  listenOn().catch(() => undefined);
  return () => left.abort();
}

type Ended = ReturnType<typeof followStream>;

/** Tells the others while it is this tab that listens, and hears what it tells while it is another. */
function inTurn(listener: Listener, left: AbortSignal): () => Ended {
  const channel = new BroadcastChannel('parapet-stream');
  left.addEventListener('abort', () => channel.close(), { once: true });
  const tell = (told: Told): void => {
    if (!left.aborted) channel.postMessage(told);
  };
  let leading = false;
  let state: LiveState = 'connecting';
  const place: Place = {};
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if ('ask' in data) return leading ? tell({ state, ...place }) : undefined;
    place.lastId = data.lastId;
    if ('message' in data) listener.message(data.message);
    else listener.state(data.state);
  };
  const lead = async (): Ended => {
    leading = true;
    const both: Listener = {
      message: (message) => (listener.message(message), tell({ message, ...place })),
      state: (now) => {
        state = now;
        // Who signs in then may be somebody else, for whom all is read again.
        if (now === 'signed out') place.lastId = undefined;
        listener.state(now);
        tell({ state, ...place });
      },
    };
    try {
      return await followStream(both, left, place);
    } finally {
      leading = false;
    }
  };
  tell({ ask: true });
  return () => navigator.locks.request('parapet-stream', { signal: left }, lead);
}

/** A tab that nobody sees gives its connection back: else six of them leave none for anything else. Seen again it goes on where it was. */
function whileSeen(listener: Listener, left: AbortSignal): () => Ended {
  const place: Place = {};
  return async () => {
    for (;;) {
      if (document.hidden) await lookedAtAgain(left);
      const covered = new AbortController();
      void lookedAtAgain(left).then(() => covered.abort());
      const ended = await followStream(listener, AbortSignal.any([left, covered.signal]), place);
      if (ended !== 'left' || left.aborted) return ended;
    }
  };
}

/** Resolves when somebody leaves the page for another tab, or comes back. */
const lookedAtAgain = (left: AbortSignal): Promise<void> =>
  heard(document, 'visibilitychange', left);

/** The same, or comes back from another window: one beside the other, both are seen all the while. */
const goneOnWith = (left: AbortSignal): Promise<void> =>
  Promise.race([lookedAtAgain(left), heard(globalThis, 'focus', left)]);

const heard = (from: EventTarget, type: string, left: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    from.addEventListener(type, () => resolve(), { once: true, signal: left });
  });
