import type { Command } from './command';

const FOOT = [
  'Settings come from the same environment variables as those of the services (.env.example).',
  'Ends with 0 when it is done, 1 when it could not be done, 2 when it was called in a wrong way.',
];

/** Says what there is. */
export function helpCommand(commands: readonly Command[]): Command {
  const usage = [['parapet help', 'says this']] as const;
  return {
    ...{ name: 'help', usage },
    run: async (_, { terminal }) => {
      const calls = [...commands.flatMap((c) => c.usage), ...usage];
      const width = Math.max(...calls.map(([call]) => call.length));
      terminal.out('Tools for who runs Parapet.\n');
      for (const [call, meaning] of calls) terminal.out(`  ${call.padEnd(width)}  ${meaning}`);
      terminal.out(['', ...FOOT].join('\n'));
    },
  };
}
