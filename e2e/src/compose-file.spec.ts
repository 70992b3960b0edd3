import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string): string => readFileSync(join(__dirname, '../..', file), 'utf8');

/** Every setting of the house with its default. */
const SETTINGS = new Map(
  [...read('.env.example').matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(
    ([, name = '', fallback = '']) => [name, fallback] as const,
  ),
);
/** The file without the Kafka and the MongoDB that it brings. */
const [HOUSE = ''] = read('docker-compose.yml').split(/^ {2}kafka:$/m);

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
