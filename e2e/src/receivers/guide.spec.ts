import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(__dirname, '../../../docs');
const page = readFileSync(join(DOCS, 'receiving-webhooks.md'), 'utf8');

/** How Markdown names the languages. */
const LANGUAGES: Readonly<Record<string, string>> = { mts: 'ts', py: 'python', go: 'go' };

test.each(readdirSync(join(DOCS, 'receivers')))('the guide shows %s as it is run', (file) => {
  const language = LANGUAGES[file.split('.').at(-1) ?? ''];
  const text = readFileSync(join(DOCS, 'receivers', file), 'utf8');
  expect(page).toContain(`\n\`\`\`${language}\n${text}\`\`\`\n`);
});
