import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { askAgain } from '../api/queries';
import type { LiveState, Message, MessageType, Messages } from './message';
import { listenTogether } from './shared-stream';

type Hear = (message: Message) => void;

interface Live {
  readonly state: LiveState;
  listen(hear: Hear): () => void;
}

const LiveContext = createContext<Live>({ state: 'connecting', listen: () => () => undefined });

/** Listens to what happens for everything below it. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const [state, setState] = useState<LiveState>('connecting');
  const [listeners] = useState(() => new Set<Hear>());
  useEffect(
    () =>
      listenTogether({
        state: (now) => {
          setState(now);
          if (now === 'live') askAgain();
        },
        message: (message) => listeners.forEach((hear) => hear(message)),
      }),
    [listeners],
  );
  const [listen] = useState(() => (hear: Hear) => {
    listeners.add(hear);
    return () => void listeners.delete(hear);
  });
  return <LiveContext value={{ state, listen }}>{children}</LiveContext>;
}

export const useLiveState = (): LiveState => useContext(LiveContext).state;

export type Hearing = { readonly [T in MessageType]?: (data: Messages[T]) => void };

/** Calls the function for each message of its type, as long as the component is shown. Say what to do on `reset`, too. */
export function useLive(hearing: Hearing): void {
  const { listen } = useContext(LiveContext);
  const newest = useRef(hearing);
  useEffect(() => {
    newest.current = hearing;
  });
  useEffect(() => listen((message) => tell(newest.current, message)), [listen]);
}

function tell(hearing: Hearing, { type, data }: Message): void {
  const hear = Object.hasOwn(hearing, type) ? hearing[type as MessageType] : undefined;
  const parsed: unknown = data === '' ? undefined : JSON.parse(data);
  (hear as ((data: unknown) => void) | undefined)?.(parsed);
}
