// Runs one benchmark: `npm run bench -- NAME [its options]`.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [name, ...options] = process.argv.slice(2);
const names = ['hostile', 'yaml', 'webhooks', 'slow-endpoints', 'backlog', 'peers', 'pages'];
if (!names.includes(name)) {
  console.error(`Say which benchmark: npm run bench -- ${names.join(' | ')}`);
  process.exit(2);
}
if (!existsSync(new URL('../apps/standalone/dist/main.js', import.meta.url))) {
  console.error('Build first: npm run build');
  process.exit(2);
}
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { bench } = await import(`./${name}.mjs`);
process.exit(await bench(options));
