import { Unavailable } from '@parapet/contracts';
import type { GenerationRecords, Pointer } from '../generation-records';

/** The pointer as a document, with the changes that clients make to it. */
export class OnePointer {
  pointer: Pointer | null = null;
  away = false;

  readonly records = {
    pointer: async () => {
      if (this.away) throw new Unavailable('away');
      return this.pointer;
    },
    begin: async () => {
      this.pointer ??= { _id: 'current', generation: 'g1', settled: false };
    },
    settle: async (generation: string) => {
      if (this.pointer?.generation === generation)
        this.pointer = { ...this.pointer, settled: true };
      return true;
    },
    replace: async (from: string) => {
      if (this.pointer?.generation !== from) return false;
      this.pointer = { _id: 'current', generation: `${from}+`, settled: false };
      return true;
    },
    unmark: async (by: string, beat?: number) => {
      if (this.pointer?.adopting?.by !== by || this.pointer.adopting.beat !== beat) return false;
      const { adopting: _, ...pointer } = this.pointer;
      this.pointer = pointer;
      return true;
    },
  } as Partial<GenerationRecords> as GenerationRecords;

  mark(beat: number): void {
    this.pointer = { _id: 'current', generation: 'g1', settled: true, adopting: { by: 'x', beat } };
  }
}
