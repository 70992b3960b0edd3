import { readCall } from './arguments/read-call';
import { COMMANDS } from './commands';
import { plain } from './plain-text';
import { type ExitCode, Misuse, type Surroundings } from './surroundings';

/** Other ways to ask for the same. */
function spelledOut([word = '--help', ...rest]: readonly string[]): readonly string[] {
  if (word === 'help') return [...rest, '--help'];
  if (word === '--version') return ['version', ...rest];
  return [word, ...rest];
}

/** Sentences may quote what somebody else wrote, such as names. */
const plainLines = (text: string): string => text.split('\n').map(plain).join('\n');

/** Runs one command. */
export async function runCli(args: readonly string[], around: Surroundings): Promise<ExitCode> {
  const { terminal } = around;
  try {
    const call = readCall(spelledOut(args), COMMANDS);
    if ('asked' in call) return (await call.asked(around)) ?? 0;
    terminal.out(call.text);
    return 0;
  } catch (error) {
    if (error instanceof Misuse) {
      terminal.say(`${plainLines(error.message)} \`parapet help\` says what there is.`);
      return 2;
    }
    terminal.say(plainLines(error instanceof Error ? error.message : String(error)));
    return 1;
  }
}
