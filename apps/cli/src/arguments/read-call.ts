import yargs from 'yargs';
import { Misuse } from '../surroundings';
import { asWritten, behindDashes } from './behind-dashes';
import type { Asked, Command, Place } from './command';
import { withNearest } from './nearest';
import { refuseLetters } from './refuse-misread';

const FOOT = [
  'Ends with 0 when it is done, 1 when it could not be done, 2 when it was called in a wrong way,',
  '3 when it was asked whether anything differs, and something does.',
].join('\n');

const COLUMNS = 100;

/** What a call means: something to be done, or a text that answers it. */
export type Call = { readonly asked: Asked } | { readonly text: string };

/** Exactly what is written: no second spelling of an option, no number that was meant as a text. */
const PARSER = {
  'camel-case-expansion': false,
  'dot-notation': false,
  'parse-numbers': false,
  'parse-positional-numbers': false,
  'boolean-negation': false,
  'greedy-arrays': false,
  'strip-aliased': true,
};

/** Reads what was called, does nothing yet. @throws Misuse */
export function readCall(args: readonly string[], commands: readonly Command[]): Call {
  let asked: Asked | undefined;
  let [entered, text] = ['', ''];
  const { written, marked } = behindDashes(args);
  refuseLetters(written);
  const siblings = commands.map(({ name }) => name);
  const parser = yargs()
    .scriptName('parapet')
    .usage('Tools for who runs Parapet, and for who uses it.\n\n$0 <command>')
    .epilogue(FOOT)
    .locale('en')
    .wrap(COLUMNS)
    .parserConfiguration(PARSER)
    .version(false)
    .help('help', 'says this')
    .alias('help', 'h')
    .fail((message, error) => {
      if (error instanceof Misuse) throw error;
      throw new Misuse(`${message ?? error.message}. It is called \`parapet ${entered}\`.`);
    });
  const place: Place = {
    ...{ path: [], siblings, written },
    enter: (called) => void (entered = called),
    choose: (chosen) => void (asked = chosen),
  };
  for (const command of commands) command.add(parser, place);
  const { _: words } = parser.parseSync([...marked], {}, (_error, _argv, output) => {
    text = output;
  });
  if (asked) return { asked };
  if (text !== '') return { text };
  const [word = ''] = [...words.map(String).map(asWritten), ...args];
  throw new Misuse(withNearest(`There is no command "${word}".`, word, siblings));
}
