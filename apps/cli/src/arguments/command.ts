import type { Argv, InferredOptionTypes, Options, PositionalOptions } from 'yargs';
import type { ExitCode, Surroundings } from '../surroundings';
import { asWritten } from './behind-dashes';
import { refuseMisread } from './refuse-misread';
import { refuseUnknown } from './refuse-unknown';

type OptionTable = Readonly<Record<string, Options>>;
type WordTable = Readonly<Record<string, PositionalOptions>>;

/** What was asked for, ready to be done. @throws Misuse, or Error with a sentence when it could not be done */
export type Asked = (around: Surroundings) => Promise<ExitCode | void>;

/** Where a command stands. */
export interface Place {
  /** What was called, as it was written. */
  readonly written: readonly string[];
  /** The words that lead to it. */
  readonly path: readonly string[];
  /** Names of the commands that stand there. */
  readonly siblings: readonly string[];
  /** Is told how it is called by the command that is meant, before its arguments are read. */
  enter(call: string): void;
  /** Is told what was asked for, once they are. */
  choose(asked: Asked): void;
}

/** A command, or a group of them. */
export interface Command {
  readonly name: string;
  /** Puts it where it belongs. */
  add(yargs: Argv, place: Place): void;
}

interface CommandSpec<W extends WordTable, O extends OptionTable> {
  /** Its name and its words, `<id>` needed, `[ids..]` any number: `show <id>`. */
  readonly call: string;
  readonly meaning: string;
  /** What its words are, by the names they have in `call`. */
  readonly words?: W;
  readonly options?: O;
  /** Is meant where its group is called without the name of a command. */
  readonly isDefault?: true;
  /** Reads what is piped in when it is told `-`. */
  readonly isFed?: true;
  /** @throws Misuse when the arguments do not go together; Error with a sentence when it could not be done */
  run(args: InferredOptionTypes<W & O>, around: Surroundings): Promise<ExitCode | void>;
}

type NoArguments = Record<never, PositionalOptions>;

/** An option without its value is a misuse, not an empty text. */
const wanting = (table: OptionTable): Record<string, Options> =>
  Object.fromEntries(
    Object.entries(table).map(([name, option]) => [
      name,
      option.type === 'boolean' ? option : { requiresArg: true, ...option },
    ]),
  );

const switchesOf = (table: OptionTable): string[] =>
  Object.keys(table).filter((name) => table[name]?.type === 'boolean');

const unmarked = (said: string | readonly string[]): string | string[] =>
  typeof said === 'string' ? asWritten(said) : said.map(asWritten);

/** A command of these words and options; what else it is told is refused by name. */
export function command<W extends WordTable = NoArguments, O extends OptionTable = NoArguments>(
  spec: CommandSpec<W, O>,
): Command {
  type Args = InferredOptionTypes<W & O>;
  const { call, meaning } = spec;
  const [name = ''] = call.split(' ');
  const words: WordTable = spec.words ?? {};
  const options: OptionTable = spec.options ?? {};
  const known = new Map<string, Options>([...Object.entries(words), ...Object.entries(options)]);
  const switches = new Set(['help', 'h', ...switchesOf(options)]);
  const add = (yargs: Argv, { path, siblings, written, enter, choose }: Place): void => {
    yargs.command({
      command: spec.isDefault ? [call, '$0'] : call,
      describe: meaning,
      builder: (mine: Argv) => {
        enter([...path, call].join(' '));
        for (const [word, option] of Object.entries(words))
          mine.positional(word, { ...option, coerce: unmarked });
        return mine.options(wanting(options));
      },
      handler: (args) => {
        refuseMisread(written, { switches, isFed: spec.isFed ?? false });
        refuseUnknown(args, { path: [...path, name], known, siblings });
        // What yargs read is what the tables say.
        choose((around) => spec.run(args as unknown as Args, around));
      },
    });
  };
  return { name, add };
}
