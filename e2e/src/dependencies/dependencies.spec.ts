import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFaults } from '../../../tools/dependencies/lock.mjs';

const ROOT = join(__dirname, '../../..');

interface Entry {
  readonly integrity?: string;
  readonly link?: true;
}
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Entry>>;
};

/** `sha512-` and base64, as a lock file has it, in hex. */
const inHex = (integrity = ''): string =>
  Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');

const right = { version: '1.0.0', integrity: 'sha512-AA==', license: 'MIT' };
const faults = (entry: object): string[] => lockFaults({ 'node_modules/thing': entry }, {});

test('a package that is locked by its hash, under a licence that is allowed, is taken', () => {
  expect(faults(right)).toEqual([]);
});

test.each([
  ['deprecated', { ...right, deprecated: 'use other' }, /is deprecated \(use other\)/],
  ['not locked by its hash', { ...right, integrity: undefined }, /has no SHA-512/],
  ['locked by a weak hash', { ...right, integrity: 'sha1-AA==' }, /has no SHA-512/],
  ['from a repository', { ...right, resolved: 'git+ssh://git@x/y' }, /not come from a registry/],
  ['under a licence nobody looked at', { ...right, license: 'AGPL-3.0' }, /licence is AGPL-3.0/],
  ['without a licence', { ...right, license: undefined }, /licence is none/],
  ['that runs a script', { ...right, hasInstallScript: true }, /runs a script/],
])('a package %s is refused', (_, entry, sentence) => {
  expect(faults(entry)).toEqual([expect.stringMatching(sentence)]);
});

test('the bill of materials names every package that is locked, with its hash and licence', () => {
  execFileSync(process.execPath, ['tools/dependencies.mjs', 'sbom'], { cwd: ROOT });
  const made = JSON.parse(readFileSync(join(ROOT, 'sbom.cdx.json'), 'utf8')) as {
    readonly bomFormat: string;
    readonly components: readonly {
      readonly name: string;
      readonly hashes?: readonly { readonly content: string }[];
      readonly licenses?: readonly object[];
      readonly properties?: readonly { readonly name: string }[];
    }[];
  };
  expect(made.bomFormat).toBe('CycloneDX');
  const foreign = made.components.filter(
    ({ properties = [] }) => !properties.some(({ name }) => name === 'cdx:npm:package:private'),
  );
  for (const { name, hashes = [], licenses = [] } of foreign)
    expect([name, hashes.length, licenses.length]).toEqual([name, 1, 1]);
  const named = new Set(foreign.map(({ hashes }) => hashes?.[0]?.content));
  const missing = Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([, { integrity }]) => !named.has(inHex(integrity)));
  expect(missing).toEqual([]);
});
