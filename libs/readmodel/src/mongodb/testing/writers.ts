import { Unavailable } from '@parapet/contracts';
import type { Generations, ReadModel } from '../../read-model';
import { THINGS } from '../../testing/house';

/** @throws Error where documents know no generations. */
export const generationsOf = ({ generations }: ReadModel): Generations => {
  if (!generations) throw new Error('this store knows no generations');
  return generations;
};
/** Names the generation that a client answers from. */
export const current = (store: ReadModel): string => generationsOf(store).current();

/** Inserts one, as often as it takes. @returns whether it was new. */
export async function insertAtLast(store: ReadModel, id: string): Promise<boolean> {
  for (;;) {
    const answer = await store.insert(THINGS, [{ id }]).catch(onlyUnavailable);
    if (answer) return answer[0] === true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function onlyUnavailable(error: unknown): null {
  if (error instanceof Unavailable) return null;
  throw error;
}

/** A house in small: a log, and clients that append to it and insert, over and over the same ids. */
export class Writers {
  readonly log: string[] = [];
  readonly created = new Map<string, number>();
  private stopped = false;
  private readonly running: Promise<void>[];

  constructor(stores: readonly ReadModel[]) {
    this.running = stores.map((store, i) => this.run(store, i));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running);
  }

  private async run(store: ReadModel, seed: number): Promise<void> {
    for (let i = 0; !this.stopped; i += 1) {
      const id = `id-${(i * 7 + seed * 3) % 400}-${i >> 6}`;
      const began = current(store);
      this.log.push(id);
      const answer = await store.insert(THINGS, [{ id }]).catch(onlyUnavailable);
      // As ingest does: what was appended before a change of generation is not answered after it.
      if (answer?.[0] && current(store) === began)
        this.created.set(id, (this.created.get(id) ?? 0) + 1);
      if (!answer) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
