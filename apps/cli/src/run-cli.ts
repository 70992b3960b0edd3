import { Logger } from '@nestjs/common';
import { type Command, Misuse, type Surroundings } from './command';
import { helpCommand } from './help.command';
import { parkedCommand } from './parked/parked.command';
import { PlainLogger } from './plain-logger';
import { rebuildCommand } from './rebuild/rebuild.command';
import { topicsCommand } from './topics/topics.command';
import { versionCommand } from './version.command';

const COMMANDS: readonly Command[] = [parkedCommand, rebuildCommand, topicsCommand, versionCommand];
const HELP = helpCommand(COMMANDS);

/** Other ways to ask for the same. */
const ALIASES: Readonly<Record<string, string>> = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
};

/** What a process ends with. */
export type ExitCode = 0 | 1 | 2;

/** Runs one command. 0: done. 1: it could not be done, a sentence says why. 2: it was called in a wrong way. */
export async function runCli(args: readonly string[], around: Surroundings): Promise<ExitCode> {
  const { terminal } = around;
  Logger.overrideLogger(new PlainLogger(terminal));
  const [word = 'help', ...rest] = args;
  const name = rest.includes('--help') ? 'help' : (ALIASES[word] ?? word);
  try {
    const command = [HELP, ...COMMANDS].find((c) => c.name === name);
    if (!command) throw new Misuse(`There is no command "${word}".`);
    await command.run(name === 'help' ? [] : rest, around);
    return 0;
  } catch (error) {
    if (error instanceof Misuse) {
      terminal.say(`${error.message} \`parapet help\` says what there is.`);
      return 2;
    }
    terminal.say(error instanceof Error ? error.message : String(error));
    return 1;
  }
}
