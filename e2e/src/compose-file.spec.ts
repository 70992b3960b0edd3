import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string): string => readFileSync(join(__dirname, '../..', file), 'utf8');

/** Every setting of the house with its default. */
const SETTINGS = new Map(
  [...read('.env.example').matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(
    ([, name = '', fallback = '']) => [name, fallback] as const,
  ),
);
const WHOLE = read('docker-compose.yml');
/** The file without the Kafka and the MongoDB that it brings. */
const [HOUSE = ''] = WHOLE.split(/^ {2}kafka:$/m);

test('every setting can be said to the compose file, but what it settles itself', () => {
  const said = new Set([...HOUSE.matchAll(/^ +([A-Z_]+): /gm)].map(([, name]) => name));
  expect(said.size).toBeGreaterThan(20);
  expect([...SETTINGS.keys()].filter((name) => !said.has(name))).toEqual([
    ...['PORT', 'HOST', 'DATA_DIR', 'KAFKA_TOPIC_PREFIX'],
    ...['KAFKA_SSL', 'KAFKA_USERNAME', 'KAFKA_PASSWORD', 'KAFKA_SASL_MECHANISM'],
  ]);
  expect([...said].filter((name) => !SETTINGS.has(name ?? ''))).toEqual([]);
});

test('a default of the compose file is that of the house', () => {
  const defaults = [...HOUSE.matchAll(/^ +([A-Z_]+): \$\{\1:-([^$}]+)\}$/gm)];
  expect(defaults.length).toBeGreaterThan(5);
  for (const [, name = '', fallback] of defaults)
    expect([name, SETTINGS.get(name)]).toEqual([name, fallback]);
});

test('what a container says takes a bounded part of the disk', () => {
  const [, services = ''] = WHOLE.split(/^services:$/m);
  const each = services.split(/^ {2}(?=[a-z]+:$)/m).slice(1);
  const ofContainers = each.filter((text) => text.includes(' image: '));
  expect(ofContainers.length).toBe(8);
  for (const text of ofContainers)
    expect(text).toMatch(/^ {4}(<<: \*process|logging: \*logging)$/m);
  const [, process = ''] = WHOLE.split(/^x-process: &process$/m);
  expect(process).toMatch(
    /^ {2}logging: &logging\n {4}driver: json-file\n {4}options: .*max-size/m,
  );
});
