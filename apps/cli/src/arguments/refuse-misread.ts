import { Misuse } from '../surroundings';

/** What is asked of a call as it was written. */
interface Writing {
  /** Names of the options that say yes or no. */
  readonly switches: ReadonlySet<string>;
  /** Whether `-` stands for what is piped in. */
  readonly isFed: boolean;
}

/**
 * Each letter behind a single `-` would be an option, and there is but one: ids and names may begin so.
 * @throws Misuse that says how they are written
 */
export function refuseLetters(written: readonly string[]): void {
  for (const [i, argument] of written.entries()) {
    const option = /^--[^=]+$/.test(written[i - 1] ?? '') ? written[i - 1] : undefined;
    // What an option is told may begin like a number.
    if (!(option === undefined ? LETTERS_OR_WORD : LETTERS).test(argument)) continue;
    const told = option && ` What an option is told comes behind =: ${option}=${argument}.`;
    throw new Misuse(
      `Unknown option '${argument}'. A word that begins with - comes last, behind --: -- ${argument}.${told ?? ''}`,
    );
  }
}

const LETTERS = /^-(?!h(=|$))[^-\d]/;
const LETTERS_OR_WORD = /^-(?!h(=|$)|[\d.]+$)[^-]/;

/** @throws Misuse for what yargs would read as something else than it says: a `-` as nothing, `--dry-run=yes` as no */
export function refuseMisread(written: readonly string[], { switches, isFed }: Writing): void {
  if (!isFed && written.includes('-'))
    throw new Misuse(
      'Only `send` takes - for what is piped in. Name what is meant: `policy apply` takes /dev/stdin.',
    );
  for (const argument of written) {
    const [, dashed = '', name = '', value = ''] = /^(--?([^=]+))=(.*)$/s.exec(argument) ?? [];
    if (switches.has(name) && !/^(true|false)$/.test(value))
      throw new Misuse(`${dashed} is true or false, not "${value}": say ${dashed} alone.`);
  }
}
