import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const sources = globSync('{apps,libs,e2e,tools}/**/*.{ts,tsx,cjs,mjs}', { cwd: ROOT }).filter(
  (file) => !/(^|\/)(dist|generated|node_modules)\//.test(file),
);
const read = (file: string): string => readFileSync(resolve(ROOT, file), 'utf8');
const imports = (file: string): string[] =>
  [...read(file).matchAll(/(?:from|import|require\()\s*['"]([^'"]+)['"]/g)].map((m) => m[1] ?? '');
const SERVICES = ['gateway', 'ingest', 'detection', 'registry', 'notifier'];
const isService = (name: string): boolean =>
  SERVICES.some(
    (service) => name === `@parapet/${service}` || name.startsWith(`@parapet/${service}/`),
  );

test('the sources are found', () => {
  for (const folder of [...SERVICES.map((s) => `apps/${s}/`), 'libs/contracts/', 'libs/chassis/'])
    expect([folder, sources.some((file) => file.startsWith(folder))]).toEqual([folder, true]);
});

test('no file has more than 250 lines', () => {
  const long = sources.map((f) => [f, read(f).trimEnd().split('\n').length] as const);
  expect(long.filter(([, lines]) => lines > 250)).toEqual([]);
});

test('nothing but apps/standalone knows that it is standalone', () => {
  const asking = sources
    .filter((file) => !file.startsWith('apps/standalone/') && !file.startsWith('e2e/'))
    .filter((file) => /isStandalone|if \(\s*!?standalone/i.test(read(file)));
  expect(asking).toEqual([]);
});

test('no service and no lib imports a service', () => {
  const wrong = sources
    .filter((file) => !/^(apps\/(standalone|cli)|e2e|tools)\//.test(file))
    .flatMap((file) =>
      imports(file)
        .filter(isService)
        .map((name) => `${file}: ${name}`),
    );
  expect(wrong).toEqual([]);
});

test('no service and no lib depends on a service in its package.json', () => {
  const manifests = globSync('{apps,libs}/*/package.json', { cwd: ROOT });
  expect(manifests.length).toBeGreaterThan(8);
  const wrong = manifests
    .filter((file) => !/^apps\/(standalone|cli)\//.test(file))
    .flatMap((file) => {
      const { dependencies = {} } = JSON.parse(read(file)) as { dependencies?: object };
      return Object.keys(dependencies)
        .filter(isService)
        .map((name) => `${file}: ${name}`);
    });
  expect(wrong).toEqual([]);
});

test('e2e looks from outside: only what counts the log and what clears the servers know an adapter', () => {
  const inside = sources.filter((file) => file.startsWith('e2e/'));
  const knowing = inside.filter((file) =>
    imports(file).some((name) => name.startsWith('@parapet/')),
  );
  const allowed = ['own-deployment', 'log', 'remove-storage'].map(
    (name) => `e2e/src/apart/${name}.ts`,
  );
  const chaos = ['arena', 'caught-up'].map((name) => `e2e/src/chaos/${name}.ts`);
  expect(knowing.filter((file) => ![...allowed, ...chaos].includes(file))).toEqual([]);
});

test.each([
  ['kafkajs', 'libs/eventlog/src/kafka/'],
  ['mongodb', 'libs/readmodel/src/mongodb/'],
])('%s is imported only in %s', (driver, folder) => {
  const users = sources.filter((file) => imports(file).includes(driver));
  expect(users.filter((file) => !file.startsWith(folder))).toEqual([]);
});

/** Who begins connections, and to whom. Whatever a user names to a house is asked by the notifier's egress alone. */
const TALKS = {
  'apps/cli/src/house/': 'the house that who sits at the terminal names',
  'apps/cli/src/send/send-input.ts': 'nobody: it is how Node waits for a pipe that has a name',
  'apps/dashboard/src/api/': 'the house that the page is of, by the client that is generated',
  'apps/dashboard/src/live/': 'the house that the page is of, from a browser',
  'apps/gateway/src/proxy/': 'the services that the settings name',
  'apps/notifier/src/egress/': 'receivers, where the guard lets it',
  'libs/chassis/src/tracing/otlp/': 'the collector of traces that the settings name',
  'libs/eventlog/src/kafka/': 'the brokers that the settings name',
};
/** Modules that only a client needs, and what only a client takes of the others; types are no matter. */
const CLIENT =
  /from '(undici|@opentelemetry\/exporter-[\w-]+|node:(https|http2|tls|dgram|dns|dns\/promises))'|\b(request|get|connect|createConnection|Agent|Socket)\b[^;]*? from 'node:(http|net)'|(?<![.\w])(fetch|WebSocket|EventSource)\(/;
const withoutTypes = (text: string): string =>
  text.replaceAll(/^import type [^;]+;/gm, '').replaceAll(/\btype \w+/g, '');

test('nothing begins a connection but the gateway, the egress of webhooks, the client of Kafka, the command line, the dashboard, and what tells of traces', () => {
  const shipped = sources.filter(
    (file) => /^(apps|libs)\/[^/]+\/src\//.test(file) && !/\/testing\/|\.spec\.ts$/.test(file),
  );
  const talking = shipped.filter((file) => CLIENT.test(withoutTypes(read(file))));
  const homes = Object.keys(TALKS);
  expect(talking.filter((file) => !homes.some((home) => file.startsWith(home)))).toEqual([]);
  for (const home of homes)
    expect([home, talking.some((file) => file.startsWith(home))]).toEqual([home, true]);
});

test('no file is named service, utils, common, helpers, core, base or manager', () => {
  const vague = /(^|[/.-])(service|utils?|common|helpers?|core|base|manager)(\.|\/)/;
  expect(sources.filter((file) => vague.test(file))).toEqual([]);
});

test('every project has a README of its own', () => {
  const projects = globSync('{apps,libs}/*/package.json', { cwd: ROOT });
  const without = projects
    .map((file) => file.replace('package.json', 'README.md'))
    .filter((file) => !existsSync(resolve(ROOT, file)));
  expect(without).toEqual([]);
});

test('bench/README.md says what each benchmark measures', () => {
  const page = read('bench/README.md');
  const names = globSync(['bench/*.mjs', 'bench/rows/*.mjs'], { cwd: ROOT })
    .map((file) => basename(file, '.mjs'))
    .filter((name) => name !== 'run');
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !page.includes(`- **\`npm run bench -- ${name}\`**`))).toEqual([]);
});

describe('docs/exactness.md', () => {
  const rules = read('docs/exactness.md')
    .split('\n### ')
    .slice(1)
    .map((text) => {
      const named = (lines: RegExp): string[] =>
        [...(text.match(lines)?.join('') ?? '').matchAll(/`([^`]+\.ts)`/g)].map((m) => m[1] ?? '');
      return { rule: parseInt(text, 10), all: named(/^- .*$/gm), apart: named(/^- On .*$/gm) };
    });

  test('names every rule of exactness', () => {
    const all = Array.from({ length: 22 }, (_, i) => i + 1);
    expect(rules.map(({ rule }) => rule)).toEqual(all);
  });

  test('names exactly the test files that name the rule', () => {
    const tests = sources.filter((file) => /(\.spec|[.-]promises)\.ts$/.test(file));
    for (const { rule, all } of rules) {
      const naming = tests.filter((file) => read(file).includes(`rule ${rule}: `));
      expect([rule, all.toSorted()]).toEqual([rule, naming.toSorted()]);
    }
  });

  test('has for every rule a test that runs on Kafka and MongoDB', () => {
    const there =
      /^e2e\/src\/(spec|apart)\/|\.servers\.spec\.ts$|\/testing\/[^/]+[.-]promises\.ts$/;
    for (const { rule, apart } of rules)
      expect([rule, apart.filter((file) => there.test(file)).length]).toEqual([rule, apart.length]);
    expect(rules.filter(({ apart }) => apart.length === 0)).toEqual([]);
  });
});

test('an image starts its process with the variables and options that npm start gives', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
  const [, variables = '', options = ''] =
    /exec env (.*) node (.*) apps\//.exec(scripts.start) ?? [];
  const image = read('deploy/Dockerfile');
  expect(/^ENV (.*)$/m.exec(image)?.[1]?.split(' ')).toEqual(
    expect.arrayContaining(variables.split(' ')),
  );
  const entrypoint = /^ENTRYPOINT (.*)$/m.exec(image)?.[1] ?? '';
  expect(JSON.parse(entrypoint)).toEqual(['node', ...options.split(' '), '/app/main']);
});

test('every process hears from its first moment on that it shall end, also as the first one of a container', () => {
  const mains = globSync('apps/*/src/main.ts', { cwd: ROOT });
  expect(mains).toHaveLength(7);
  expect(mains.map((main) => imports(main)[0])).toEqual(mains.map(() => '@parapet/chassis/first'));
});

test('the resolved fastify is 5.12.8: an older one costs more per request', () => {
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version?: string }>;
  };
  const found = Object.entries(lock.packages).filter(([path]) =>
    /(^|\/)node_modules\/fastify$/.test(path),
  );
  expect(found.map(([, { version }]) => version)).toEqual(['5.12.8']);
  expect(JSON.parse(read('node_modules/fastify/package.json'))).toMatchObject({
    version: '5.12.8',
  });
});
