import { Misuse } from '../surroundings';
import type { Command } from './command';
import { asWritten } from './behind-dashes';
import { nearest } from './nearest';

/** Commands that share a first word. */
export const group = (name: string, meaning: string, commands: readonly Command[]): Command => ({
  name,
  add: (yargs, { path, ...rest }) => {
    const siblings = commands.map((command) => command.name);
    const place = { ...rest, path: [...path, name], siblings };
    const takes = `\`${place.path.join(' ')}\` takes one of ${siblings.join(', ')}.`;
    yargs.command(
      name,
      meaning,
      (mine) => {
        for (const command of commands) command.add(mine, place);
        return mine;
      },
      ({ _: words }) => {
        const said = words[path.length + 1];
        if (said === undefined) throw new Misuse(takes);
        const word = asWritten(String(said));
        const called = [...place.path, word].join(' ');
        throw new Misuse(`There is no \`${called}\`. ${nearest(word, siblings) ?? takes}`);
      },
    );
  },
});
