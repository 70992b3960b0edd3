import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '../house/client';
import { everything } from '../house/everything';
import { openOwnHouse, type OwnHouse } from '../house/house';
import { openReceiver } from '../house/receiver';
import { ShownOnce } from '../house/shown-once';
import { tourOfSecrets } from '../house/tour-of-secrets';

/** The two files that are there to hold a secret. */
const KEPT = ['admin-token', 'secret-key'];

let house: OwnHouse;
let admin: Client;
let answers: readonly string[];
const shown = new ShownOnce();
beforeAll(async () => {
  const former = shown.add('a former secret key', randomBytes(24).toString('hex'));
  house = await openOwnHouse({
    env: { ADMIN_TOKEN: undefined, LOG_LEVEL: 'trace', SECRET_KEY_PREVIOUS: former },
  });
  const [token, key] = await Promise.all(
    KEPT.map(async (name) => (await readFile(join(house.dataDir, name), 'utf8')).trim()),
  );
  admin = new Client(house, shown.add('the admin token', token ?? ''));
  shown.add('the secret key', key ?? '');
  const receiver = await openReceiver(({ path }) => ({ status: path === '/failing' ? 500 : 200 }));
  ({ answers } = await tourOfSecrets(admin, receiver, shown));
});

/** Every file of the data directory. */
async function files(): Promise<readonly (readonly [name: string, bytes: Buffer])[]> {
  const names = await readdir(house.dataDir);
  expect(names.length).toBeGreaterThan(KEPT.length);
  return Promise.all(
    names.map(async (name) => [name, await readFile(join(house.dataDir, name))] as const),
  );
}

test('a secret can be found by who looks for it', () => {
  for (const [name, secret] of shown.entries()) {
    expect(shown.foundIn(`x${secret}x`)).toEqual([name]);
    expect(shown.foundIn(JSON.stringify({ cut: secret.slice(0, 32) }))).toEqual([name]);
    expect(shown.foundIn(Buffer.from(secret).toString('hex'))).toEqual([name]);
  }
});

test('no answer repeats a token or a secret that came where it has no business', () => {
  expect(answers.length).toBeGreaterThan(400);
  const repeated = answers.flatMap((answer) => shown.foundIn(answer).map((name) => [name, answer]));
  expect(repeated).toEqual([]);
});

// proves: spec-5-displayed-once, api-post-token-once, api-get-tokens, api-get-webhooks
test('no list, no single thing, no number and no page has one', async () => {
  expect(shown.foundIn(JSON.stringify(await everything(admin)))).toEqual([]);
  for (const path of [
    '/metrics',
    '/readyz',
    '/healthz',
    '/v1/openapi.json',
    '/docs',
    '/v1/audit?limit=1000',
  ]) {
    const { status, text } = await admin.get(path);
    expect([path, status, shown.foundIn(text)]).toEqual([path, 200, []]);
  }
});

test('no line of the log has one, but for the admin token at the first start', () => {
  const [announced = '', ...more] = house.output().match(/^Admin token: .*$/gm) ?? [];
  expect([shown.foundIn(announced), more]).toEqual([['the admin token'], []]);
  expect(shown.foundIn(house.output().replace(announced, ''))).toEqual([]);
});

// proves: api-digests
test('no byte on the disk has one, but for the two files of mode 0600 that keep one each', async () => {
  const found = async (): Promise<readonly (readonly [string, readonly string[]])[]> =>
    (await files())
      .map(([name, bytes]) => [name, shown.foundIn(bytes)] as const)
      .filter(([, names]) => names.length > 0);
  const kept = [
    ['admin-token', ['the admin token']],
    ['secret-key', ['the secret key']],
  ];
  expect(await found()).toEqual(kept);
  for (const name of KEPT) expect((await stat(join(house.dataDir, name))).mode & 0o777).toBe(0o600);
  await house.stop();
  expect(await found()).toEqual(kept);
  await house.start();
  expect(shown.foundIn(house.output())).toEqual([]);
});
