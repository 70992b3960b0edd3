import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as settings from './sensor-settings';

const EXAMPLE = { house: 'https://parapet.example', token: 'pp_a_…' };
const SENSORS = readFileSync(join(__dirname, '../../../../docs/sensors.md'), 'utf8');
const blocks = [...SENSORS.matchAll(/```\w+\n(.*?)\n```/gs)].map(([, block]) => block);

test.each([
  ['what Falco prints', settings.FALCO_OUTPUT],
  ['Falco with curl', settings.falcoByCurl(EXAMPLE)],
  ['Falcosidekick', settings.falcosidekick(EXAMPLE)],
  ['what Tetragon exports', settings.TETRAGON_EXPORT],
  ['a tracing policy', settings.TRACING_POLICY],
  ['parapet send', settings.TETRAGON_BY_SEND],
  ['Vector', settings.vector(EXAMPLE)],
  ['Fluent Bit', settings.fluentBit(EXAMPLE)],
])('%s is told on the page as in docs/sensors.md', (_, snippet) => {
  expect(blocks).toContain(snippet);
});

test('the header for curl is the one that docs/sensors.md names', () => {
  expect(SENSORS).toContain(`\`${settings.falcoHeader(EXAMPLE)}\``);
});

test('a house without https is sent to without it', () => {
  const house = 'http://127.0.0.1:8080';
  const snippet = settings.fluentBit({ ...EXAMPLE, house });
  expect(snippet).toContain('host: 127.0.0.1\n      port: 8080\n      tls: off');
});
