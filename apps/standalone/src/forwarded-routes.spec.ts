import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamicModule, Type } from '@nestjs/common';
import { testHouse } from '@parapet/chassis/testing';
import { DetectionModule } from '@parapet/detection';
import { ABOUT, destinationOf, GatewayModule, SERVICE_PATHS } from '@parapet/gateway';
import { IngestModule } from '@parapet/ingest';
import { NotifierModule } from '@parapet/notifier';
import { RegistryModule } from '@parapet/registry';

const OF_EACH_PROCESS = ['/healthz', '/metrics', '/readyz'];
/** What every service answers. */
const EVERYWHERE = [...OF_EACH_PROCESS, ABOUT];

/** Paths of the routes that a module adds to what every process has. */
async function pathsOf(module: Type | DynamicModule): Promise<string[]> {
  const house = await testHouse({ imports: [module] });
  const paths = house.routes.list().map((route) => route.path);
  await house.close();
  return [...new Set(paths)].filter((path) => !EVERYWHERE.includes(path));
}

test.each([
  ['ingest', IngestModule],
  ['detection', DetectionModule],
  ['registry', RegistryModule],
  ['notifier', NotifierModule],
] as const)(
  'every route of %s, and no path without one, is forwarded to it by the gateway',
  async (service, module) => {
    const paths = await pathsOf(module);
    const places = paths.map((path) => [path, destinationOf(path)?.services]);
    expect(places).toEqual(paths.map((path) => [path, [service]]));
    const words = new Set(paths.map((path) => path.split('/')[2]));
    expect([...words].sort()).toEqual([...SERVICE_PATHS[service]].sort());
  },
);

test('what the gateway answers itself it does not forward', async () => {
  const paths = [...(await pathsOf(GatewayModule)), ...OF_EACH_PROCESS];
  expect(paths.map((path) => destinationOf(path))).toEqual(paths.map(() => null));
});

test('what every service says of the house any of them is asked for', () => {
  const services = destinationOf(`${ABOUT}?x=1`)?.services ?? [];
  expect([...services].sort()).toEqual(Object.keys(SERVICE_PATHS).sort());
});

test('docs/operations.md says of every path who is down when it is answered 503', () => {
  const page = readFileSync(join(__dirname, '../../../docs/operations.md'), 'utf8');
  const [, table = ''] = page.split('### A service is down\n');
  for (const [service, words] of Object.entries(SERVICE_PATHS)) {
    const [row = ''] = new RegExp(`^\\| ${service} .*`, 'm').exec(table) ?? [];
    const said = [...row.matchAll(/`\/v1\/([a-z_]+)(\*?)/g)];
    const isSaid = (word: string): boolean =>
      said.some(([, begin = '', more]) => (more ? word.startsWith(begin) : word === begin));
    expect([service, words.filter((word) => !isSaid(word))]).toEqual([service, []]);
  }
});
