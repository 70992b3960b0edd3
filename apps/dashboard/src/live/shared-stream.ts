import { followStream } from './follow-stream';
import type { LiveState, Message } from './message';

/** What goes from the tab that listens to the others. */
type Told = { readonly message: Message } | { readonly state: LiveState } | { readonly ask: true };

interface Listener {
  message(message: Message): void;
  state(state: LiveState): void;
}

/**
 * One stream for all tabs of a browser, which has only six connections to a house: one tab listens and tells the others; when it
 * is closed another takes its place. Where a browser cannot do that (pages that are not of https), each tab listens.
 *
 * @returns how to stop
 */
export function listenTogether(listener: Listener): () => void {
  const left = new AbortController();
  if (!('locks' in navigator)) {
    void followStream(listener, left.signal);
    return () => left.abort();
  }
  const channel = new BroadcastChannel('parapet-stream');
  const tell = (told: Told): void => {
    if (!left.signal.aborted) channel.postMessage(told);
  };
  let leading = false;
  let state: LiveState = 'connecting';
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if ('message' in data) listener.message(data.message);
    else if ('state' in data) listener.state(data.state);
    else if (leading) tell({ state });
  };
  const lead = async (): Promise<void> => {
    leading = true;
    const both: Listener = {
      message: (message) => (listener.message(message), tell({ message })),
      state: (now) => ((state = now), listener.state(now), tell({ state: now })),
    };
    await followStream(both, left.signal);
  };
  navigator.locks.request('parapet-stream', { signal: left.signal }, lead).catch(() => undefined);
  tell({ ask: true });
  return () => {
    left.abort();
    channel.close();
  };
}
