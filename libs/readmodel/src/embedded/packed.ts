import type { Column } from './column';

/**
 * Values on their way between threads: the texts as one, since each of its own is copied, and made, for some hundred nanoseconds.
 */
export interface Packed {
  readonly text: string;
  /** Of each value: how long its text is; or what else it is. */
  readonly lengths: Int32Array;
  /** Those values that are numbers. */
  readonly numbers: readonly number[];
}

const [NULL, NUMBER] = [-1, -2];

export function pack(values: readonly Column[]): Packed {
  const lengths = new Int32Array(values.length);
  const texts: string[] = [];
  const numbers: number[] = [];
  values.forEach((value, i) => {
    if (typeof value === 'string') {
      lengths[i] = value.length;
      texts.push(value);
    } else if (value === null) {
      lengths[i] = NULL;
    } else {
      lengths[i] = NUMBER;
      numbers.push(value);
    }
  });
  return { text: texts.join(''), lengths, numbers };
}

export function unpack({ text, lengths, numbers }: Packed): Column[] {
  let begin = 0;
  let number = 0;
  return Array.from(lengths, (length): Column => {
    if (length === NULL) return null;
    if (length === NUMBER) return numbers[number++] ?? null;
    begin += length;
    return text.slice(begin - length, begin);
  });
}
