import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './arguments/command';

/** Says which version this is. */
export const versionCommand = command({
  call: 'version',
  meaning: 'says which version this is',
  run: async (_, { terminal }) => {
    const manifest: unknown = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8'));
    const { version } = manifest as { version: string };
    terminal.out(`parapet ${version}`);
  },
});
