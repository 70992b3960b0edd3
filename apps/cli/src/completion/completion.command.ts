import { command } from '../arguments/command';
import { COMPLETION_SCRIPTS, SHELLS } from './completion-scripts';

/** Lets a shell complete what is said to `parapet`. */
export const completionCommand = command({
  ...{ call: 'completion <shell>', meaning: 'what lets a shell complete commands and options' },
  words: {
    shell: { type: 'string', demandOption: true, choices: SHELLS, describe: 'to be sourced by it' },
  },
  run: async ({ shell }, { terminal }) => terminal.out(COMPLETION_SCRIPTS[shell]),
});
