import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusedSettings, SECRET_KEY } from '../testing/refused-settings';
import { environmentExample, readSettings } from './read-settings';
import { SETTINGS } from './settings.table';

test('without any setting there are the defaults of the documentation', () => {
  const settings = readSettings({ SECRET_KEY });
  expect(settings).toMatchObject({
    port: 8080,
    publicUrl: 'http://localhost:8080',
    adminToken: null,
    agentTimeoutMs: 120_000,
    agentSilentAfterMs: 900_000,
    observationRetentionMs: 30 * 86_400_000,
    trustProxy: [],
    rateLimit: {
      on: true,
      user: { limit: 1000, windowMs: 3_600_000 },
      events: { limit: 100, windowMs: 60_000 },
      agent: { limit: 360_000, windowMs: 3_600_000 },
    },
  });
  expect(settings.webhookScheduleMs).toHaveLength(10);
  expect(settings.webhookScheduleMs.reduce((a, b) => a + b)).toBe(75 * 3_600_000 + 2_105_000);
  expect(settings.warnings).toEqual([expect.stringContaining('PUBLIC_URL is not set')]);
});

test('a login at Kafka that can be read on the way is warned of', () => {
  const kafka = {
    ...{ EVENT_LOG: 'kafka', KAFKA_BROKERS: 'kafka:9092', READ_MODEL: 'mongodb', SECRET_KEY },
    ...{ MONGODB_URL: 'mongodb://a', ADMIN_TOKEN: 'a token of 24 characters or more' },
    ...{ KAFKA_USERNAME: 'parapet', KAFKA_PASSWORD: 'secret' },
  };
  const warning = expect.stringContaining('KAFKA_SSL is off');
  expect(readSettings(kafka).warnings).toContainEqual(warning);
  expect(readSettings({ ...kafka, KAFKA_SSL: 'on' }).warnings).not.toContainEqual(warning);
});

test('servers that are named and not used are warned of: what is recorded would not be where it is looked for', () => {
  const servers = { KAFKA_BROKERS: 'kafka:9092', MONGODB_URL: 'mongodb://a' };
  expect(readSettings({ ...servers, SECRET_KEY }).warnings).toEqual([
    expect.stringContaining('PUBLIC_URL is not set'),
    'KAFKA_BROKERS is not used: with EVENT_LOG=embedded the log is a file in DATA_DIR.',
    'MONGODB_URL is not used: with READ_MODEL=embedded the documents are a file in DATA_DIR.',
  ]);
});

test('every bad setting is named at once, each by a sentence that says what to do', () => {
  const sentences = refusedSettings({
    PORT: '99999',
    ADMIN_TOKEN: 'short',
    RATE_LIMIT_USER: 'many',
    AGENT_TIMEOUT: '0s',
    TRUST_PROXY: '10.0.0.0/8, proxy',
    EVENT_LOG: 'nats',
  });
  expect(sentences).toEqual([
    'PORT must be a port number from 0 (any free one) to 65535.',
    'ADMIN_TOKEN must be at least 24 characters long; make one with: openssl rand -hex 24.',
    'EVENT_LOG must be one of embedded, kafka.',
    'RATE_LIMIT_USER must be a number of requests and a window of at least 1s, such as 1000/1h.',
    'AGENT_TIMEOUT must be a duration such as 120s, 5m, 1h or 30d, at most 1000000d.',
    'TRUST_PROXY must be addresses or CIDR ranges separated by commas; number 2 is neither.',
  ]);
});

test.each(['x'.repeat(501), 'a token with an ümlaut of 24', 'a token\nof two lines, long'])(
  'an ADMIN_TOKEN that no header can carry ends the start, rather than never signing in: %j',
  (ADMIN_TOKEN) => {
    expect(refusedSettings({ ADMIN_TOKEN })).toEqual([
      'ADMIN_TOKEN must be 24 to 500 characters of ASCII, which a header can carry; make one with: openssl rand -hex 24.',
    ]);
  },
);

test('what is kept for ever is removed at a time that can be told', () => {
  const { observationRetentionMs } = readSettings({
    SECRET_KEY,
    OBSERVATION_RETENTION: '1000000d',
  });
  expect(new Date(Date.now() - observationRetentionMs).getTime()).not.toBeNaN();
  expect(refusedSettings({ OBSERVATION_RETENTION: '999999999d' })).toHaveLength(1);
});

test.each([
  ['HOST', ' 127.0.0.1 ', { host: '127.0.0.1' }],
  ['PORT', '', { port: 8080 }],
  ['PUBLIC_URL', 'https://a.example/p/', { publicUrl: 'https://a.example/p' }],
  ['WEBHOOK_SCHEDULE', '0s, 5s,1m', { webhookScheduleMs: [0, 5_000, 60_000] }],
  ['WEBHOOK_DISABLE_AFTER', '', { webhookDisableAfterMs: 5 * 86_400_000 }],
  ['WEBHOOK_DISABLE_AFTER', '12h', { webhookDisableAfterMs: 12 * 3_600_000 }],
  ['AGENT_SILENT_AFTER', '2h', { agentSilentAfterMs: 2 * 3_600_000 }],
  ['AGENT_SILENT_AFTER', 'off', { agentSilentAfterMs: null }],
  ['WEBHOOK_DISABLE_AFTER', 'off', { webhookDisableAfterMs: null }],
  ['WEBHOOK_ALLOW_HTTP', 'true', { webhookAllowHttp: true }],
  ['WEBHOOK_ALLOW_CIDRS', '127.0.0.0/8,::1', { webhookAllowCidrs: ['127.0.0.0/8', '::1'] }],
])('%s=%j is read', (name, text, expected) =>
  expect(readSettings({ SECRET_KEY, [name]: text })).toMatchObject(expected),
);

test.each([
  ['PORT', '-1'],
  ['PORT', '80a'],
  ['PUBLIC_URL', 'ftp://a.example'],
  ['PUBLIC_URL', 'a.example'],
  ['PUBLIC_URL', 'https://a.example/#'],
  ['PUBLIC_URL', 'https://a.example/p?'],
  ['RATE_LIMIT', 'maybe'],
  ['RATE_LIMIT_AGENT', '0/1h'],
  ['RATE_LIMIT_AGENT', '10/100ms'],
  ['WEBHOOK_SCHEDULE', '5s,,5s'],
  ['WEBHOOK_SCHEDULE', '0s,40d,6d'],
  ['WEBHOOK_ALLOW_CIDRS', '127.0.0.0/33'],
  ['WEBHOOK_DISABLE_AFTER', '0d'],
  ['WEBHOOK_DISABLE_AFTER', 'never'],
  ['SECRET_KEY', 'short'],
  ['SECRET_KEY_PREVIOUS', 'short'],
  ['SECRET_KEY_PREVIOUS', `${SECRET_KEY},short`],
  ['LOG_LEVEL', 'loud'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
])('%s=%j is refused', (name, text) => {
  const [sentence, ...more] = refusedSettings({ [name]: text });
  expect(sentence).toContain(`${name} must be `);
  expect(more).toEqual([]);
});

const kafka = {
  ...{ EVENT_LOG: 'kafka', KAFKA_BROKERS: 'a:9092, [::1]:9093', ADMIN_TOKEN: 'x'.repeat(24) },
  ...{ READ_MODEL: 'mongodb', MONGODB_URL: 'mongodb://localhost/house', SECRET_KEY },
};

test('a log on Kafka and documents in MongoDB are read', () => {
  expect(readSettings({ ...kafka, KAFKA_USERNAME: 'me', KAFKA_PASSWORD: 'it' })).toMatchObject({
    ...{ eventLog: 'kafka', readModel: 'mongodb', mongodbUrl: 'mongodb://localhost/house' },
    kafka: {
      ...{ brokers: ['a:9092', '[::1]:9093'], prefix: '', replication: 3, ssl: false },
      sasl: { mechanism: 'plain', username: 'me', password: 'it' },
    },
  });
  expect(readSettings(kafka).kafka?.sasl).toBeNull();
  expect(readSettings({ SECRET_KEY })).toMatchObject({ kafka: null, mongodbUrl: null });
});

test.each([
  [{ READ_MODEL: 'embedded' }, 'EVENT_LOG and READ_MODEL must be '],
  [{ EVENT_LOG: 'embedded' }, 'EVENT_LOG and READ_MODEL must be '],
  [{ KAFKA_BROKERS: '' }, 'KAFKA_BROKERS must be given'],
  [
    { KAFKA_BROKERS: 'a' },
    'KAFKA_BROKERS must be host:port, several separated by commas; number 1 is',
  ],
  [
    { KAFKA_BROKERS: 'a:65535,a:65536' },
    'KAFKA_BROKERS must be host:port, several separated by commas; number 2 is',
  ],
  [{ KAFKA_BROKERS: 'a:0' }, 'KAFKA_BROKERS must be host:port'],
  [{ KAFKA_USERNAME: 'me' }, 'KAFKA_USERNAME and KAFKA_PASSWORD must be given together'],
  [{ MONGODB_URL: '' }, 'MONGODB_URL must be given'],
  [{ MONGODB_URL: 'localhost' }, 'MONGODB_URL must be an address that begins with'],
  [{ SECRET_KEY: '' }, 'SECRET_KEY must be given with EVENT_LOG=kafka, the same for every process'],
  [{ ADMIN_TOKEN: '' }, 'ADMIN_TOKEN must be given with EVENT_LOG=kafka, the same for every'],
  [{ KAFKA_TOPIC_PREFIX: 'a b' }, 'KAFKA_TOPIC_PREFIX must be at most 100 letters'],
  [{ INGEST_URL: 'http://a/path' }, 'INGEST_URL must be addresses such as'],
])('with Kafka, %j is refused with a sentence', (change, sentence) =>
  expect(refusedSettings({ ...kafka, ...change })).toEqual([expect.stringContaining(sentence)]),
);

test.each([
  { KAFKA_BROKERS: 'a:9092,parapet:hunter2@k:9092' },
  { INGEST_URL: 'http://a,http://u:hunter2@ingest:8080/x' },
  { INGEST_URL: 'http://u:hunter2@ingest:8080' },
  { INGEST_URL: 'http://:hunter2@ingest:8080' },
  { PUBLIC_URL: 'https://:hunter2@house.example' },
  { TRUST_PROXY: 'hunter2' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:hunter2@collector:4318' },
  { SECRET_KEY_PREVIOUS: `${SECRET_KEY},hunter2` },
])('a wrong setting is named, not shown, for it may be a secret: %j', (change) => {
  const [sentence = ''] = refusedSettings({ ...kafka, ...change });
  expect(sentence).toContain(Object.keys(change)[0]);
  expect(sentence).not.toContain('hunter2');
});

test('the addresses of services are read as origins', () =>
  expect(readSettings({ INGEST_URL: 'http://a:1, http://b:2/' }).services).toEqual({
    ...{ ingest: ['http://a:1', 'http://b:2'], detection: [], registry: [], notifier: [] },
  }));

test('nothing is traced unless a collector is named; then all that a client does not want left out', () => {
  const sampler = { OTEL_TRACES_SAMPLER: 'jaeger_remote', OTEL_TRACES_SAMPLER_ARG: 'endpoint=a' };
  expect(readSettings({ SECRET_KEY, ...sampler }).traces).toBeNull();
  const env = { SECRET_KEY, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
  expect(readSettings(env).traces).toEqual({ sampler: 'parentbased_always_on', ratio: 1 });
  const less = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' };
  expect(readSettings({ ...env, ...less }).traces).toEqual({
    sampler: 'traceidratio',
    ratio: 0.01,
  });
});

test.each([
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_TRACES_SAMPLER_ARG', 'few'],
])('%s=%j is refused where something is traced', (name, text) => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', [name]: text };
  expect(refusedSettings(env)).toEqual([expect.stringContaining(`${name} must be `)]);
});

test('a process that reads no key makes none and touches no folder', () => {
  const dataDir = join(tmpdir(), 'parapet-settings-never-made');
  expect(readSettings({ DATA_DIR: dataDir }).port).toBe(8080);
  expect(existsSync(dataDir)).toBe(false);
});

test('without SECRET_KEY one is made once, for its owner only', () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'parapet-settings-')), 'data');
  const first = readSettings({ DATA_DIR: dataDir });
  expect(first.secretKey).toHaveLength(32);
  expect(readSettings({ DATA_DIR: dataDir }).secretKey).toEqual(first.secretKey);
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
});

test('with SECRET_KEY nothing is written, and the same text gives the same key', () => {
  const dataDir = join(tmpdir(), 'parapet-settings-never-made');
  const { secretKey } = readSettings({ DATA_DIR: dataDir, SECRET_KEY });
  expect(existsSync(dataDir)).toBe(false);
  expect(secretKey).toEqual(readSettings({ SECRET_KEY }).secretKey);
  expect(secretKey).not.toEqual(readSettings({ SECRET_KEY: `${SECRET_KEY}!` }).secretKey);
});

test('former keys are read as the key itself is, one that has a comma too', () => {
  const first = 'the first, a key of 32 characters';
  const { previousSecretKeys } = readSettings({
    ...{ SECRET_KEY, SECRET_KEY_PREVIOUS: `${SECRET_KEY}, ${first.replace(',', '\\,')}` },
  });
  const keys = [SECRET_KEY, first].map((key) => readSettings({ SECRET_KEY: key }).secretKey);
  expect(previousSecretKeys).toEqual(keys);
  expect(readSettings({ SECRET_KEY }).previousSecretKeys).toEqual([]);
});

test('.env.example lists every setting as the code knows it', () => {
  const file = join(__dirname, '../../../../.env.example');
  expect(readFileSync(file, 'utf8')).toBe(environmentExample());
  for (const name of Object.keys(SETTINGS)) expect(environmentExample()).toContain(`\n#${name}=`);
});
