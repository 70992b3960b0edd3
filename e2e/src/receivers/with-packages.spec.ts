import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openOwnHouse } from '../house/house';
import { openReceiver } from '../house/receiver';
import { capture, type Captured } from './captured';

const run = promisify(execFile);
const SNIPPET = join(__dirname, '../../../docs/receivers/with-packages.mts');
const PROGRAM = `
  import { verifyService, verifyStandard } from ${JSON.stringify(SNIPPET)};
  const { secret, ...request } = JSON.parse(process.argv[1]);
  const standard = (() => { try { return verifyStandard(secret, request).event; } catch { return 'refused'; } })();
  console.log(JSON.stringify({ standard, service: await verifyService(secret, request) }));
`;

let captured: Captured;
beforeAll(async () => {
  const { admin } = await openOwnHouse();
  captured = await capture(admin, await openReceiver());
});

/** What the snippet of the guide says of a request, in a Node of its own. */
async function verdict(request: Captured): Promise<unknown> {
  const words = ['--input-type=module', '--eval', PROGRAM, JSON.stringify(request)];
  return JSON.parse((await run(process.execPath, words)).stdout);
}

test('with packages of npm, a request of the house is verified', async () => {
  expect(await verdict(captured)).toEqual({ standard: 'webhook.test', service: true });
});

test('with packages of npm, what was changed, or is not signed, is refused', async () => {
  const refused = { standard: 'refused', service: false };
  expect(await verdict({ ...captured, body: `${captured.body} ` })).toEqual(refused);
  expect(await verdict({ ...captured, secret: `whsec_${'A'.repeat(43)}=` })).toEqual(refused);
  expect(await verdict({ ...captured, headers: {} })).toEqual(refused);
});
