// What the house is made of: `node tools/dependencies.mjs check | audit | sbom [--production] | licences`.
import { readFileSync, writeFileSync } from 'node:fs';
import { audit } from './dependencies/audit.mjs';
import { LICENCES_PAGE, licencesPage } from './dependencies/licences.mjs';
import { lockFaults } from './dependencies/lock.mjs';
import { billOfMaterials } from './dependencies/sbom.mjs';

const [command, ...options] = process.argv.slice(2);
const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

const commands = {
  async check() {
    const faults = lockFaults(json('package-lock.json').packages, json('package.json'));
    const page = licencesPage(await billOfMaterials());
    if (readFileSync(LICENCES_PAGE, 'utf8') !== page)
      faults.push(`${LICENCES_PAGE} is not what is installed: run npm run licences`);
    return faults;
  },
  audit,
  async sbom() {
    const made = await billOfMaterials({ production: options.includes('--production') });
    writeFileSync('sbom.cdx.json', `${JSON.stringify(made, null, 2)}\n`);
    console.log(`sbom.cdx.json: ${made.components.length} components`);
    return [];
  },
  async licences() {
    writeFileSync(LICENCES_PAGE, licencesPage(await billOfMaterials()));
    return [];
  },
};

if (!Object.hasOwn(commands, command ?? '')) {
  console.error(`say one of ${Object.keys(commands).join(', ')}`);
  process.exit(2);
}
const faults = await commands[command]();
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
