import { Misuse } from '../surroundings';
import { asWritten, isMarked } from './behind-dashes';
import { withNearest } from './nearest';

/** What yargs read of a call. */
interface Read {
  readonly [name: string]: unknown;
  /** Words that belong to no argument, the names of commands among them. */
  readonly _: readonly (string | number)[];
}

/** What may be said to a command. */
export interface Takes {
  /** Words that lead to it, its own name last. */
  readonly path: readonly string[];
  /** Its words and options, by name. */
  readonly known: ReadonlyMap<string, { readonly array?: boolean | undefined }>;
  /** Names of the commands in its group. */
  readonly siblings: readonly string[];
}

const STANDING = new Set(['_', '$0', 'help', 'h']);

/** @throws Misuse that names what is unknown or given twice, and what is most like it */
export function refuseUnknown(read: Read, { path, known, siblings }: Takes): void {
  for (const [name, value] of Object.entries(read)) {
    if (STANDING.has(name)) continue;
    const argument = known.get(name);
    if (!argument) throw unknownOption(name, [...known.keys()]);
    if (Array.isArray(value) && !argument.array)
      throw new Misuse(`A call can say ${dashed(name)} once.`);
    if ([value].flat().some(isMarked)) throw new Misuse(`${dashed(name)} is told nothing.`);
  }
  const words = read._.map((word) => asWritten(String(word)));
  const isNamed = words[path.length - 1] === path.at(-1);
  const extra = words[isNamed ? path.length : path.length - 1];
  if (extra === undefined) return;
  if (isNamed) throw new Misuse(`\`${path.join(' ')}\` takes no ${extra}.`);
  const called = [...path.slice(0, -1), extra].join(' ');
  throw new Misuse(withNearest(`There is no \`${called}\`.`, extra, siblings));
}

const unknownOption = (name: string, known: readonly string[]): Misuse =>
  new Misuse(withNearest(`Unknown option '${dashed(name)}'.`, dashed(name), known.map(dashed)));

const dashed = (name: string): string => (name.length === 1 ? `-${name}` : `--${name}`);
