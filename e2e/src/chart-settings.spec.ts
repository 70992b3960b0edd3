import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string): string => readFileSync(join(__dirname, '../..', file), 'utf8');

interface Setting {
  readonly anyOf: readonly [{ readonly enum: readonly string[] }, { readonly pattern: string }];
  readonly not: { readonly enum: readonly string[] };
}
interface Schema {
  readonly definitions: {
    readonly setting: Setting;
    readonly service: { readonly properties: { readonly env: { readonly propertyNames: object } } };
  };
  readonly properties: { readonly settings: { readonly propertyNames: object } };
}
const { definitions, properties } = JSON.parse(read('deploy/chart/values.schema.json')) as Schema;
const { anyOf, not } = definitions.setting;

const names = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name = '']) => name);

test('the chart takes every setting of the house but those that it settles itself, and knows no other', () => {
  const [known] = anyOf;
  expect(names.length).toBeGreaterThan(30);
  expect([...known.enum, ...not.enum].toSorted()).toEqual(names.toSorted());
});

test('settings of all services and those of one are named alike', () => {
  const wanted = { $ref: '#/definitions/setting' };
  expect(properties.settings.propertyNames).toEqual(wanted);
  expect(definitions.service.properties.env.propertyNames).toEqual(wanted);
});

test.each([
  ...['TZ', 'RES_OPTIONS', 'GLIBC_TUNABLES', 'LD_PRELOAD', 'NODE_OPTIONS', 'OTEL_SERVICE_NAME'],
  ...['NODE_USE_ENV_PROXY', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'OPENSSL_CONF'],
])('what Node, OpenTelemetry or the C library reads may be set: %s', (name) =>
  expect(name).toMatch(new RegExp(anyOf[1].pattern)),
);

test('what begins like one of them is none', () =>
  expect('RES_OPTIONSX').not.toMatch(new RegExp(anyOf[1].pattern)));
