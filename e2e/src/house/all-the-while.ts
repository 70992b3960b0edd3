import { setTimeout as pause } from 'node:timers/promises';

/** What is done again and again beside a test. */
export interface Loop {
  /** Lets the turn in hand be the last. @throws what a turn threw: there was none after it */
  end(): Promise<void>;
}

/** Those that a failed test left going would hold Jest for ever: they end with the tests of the file. */
const going = new Set<Loop>();
afterAll(async () => void (await Promise.allSettled([...going].map((loop) => loop.end()))));

/** Takes turns, `everyMs` apart, until it is ended. */
export function allTheWhile(everyMs: number, turn: () => Promise<void>): Loop {
  let over = false;
  const turns = async (): Promise<void> => {
    while (!over) {
      await turn();
      await pause(everyMs);
    }
  };
  const done = turns();
  // Heard by whoever ends it.
  done.catch(() => undefined);
  const loop: Loop = {
    end: async () => {
      over = true;
      going.delete(loop);
      await done;
    },
  };
  going.add(loop);
  return loop;
}
