import { connection, newAgent, record, unique } from '../house/actors';
import { startChild } from '../house/child';
import { openOwnHouse } from '../house/house';
import { holds } from '../house/eventually';

/** What ends a line somewhere, clears a terminal, turns the direction of a text, or looks like a line of ours. */
const HOSTILE = [
  ...['\r\n', '\u0085', '\u2028', '\u2029', '\u001b[2J\u001b[1;31m', '\u009b31m', '\u007f\b'],
  ...['\u202e', '\u2066', '\ufeff', '\0', '{"level":"fatal","msg":"forged"}', '%s %d ${x}'],
].join('');

test('what agents send cannot forge a line of the log, clear a terminal or turn its direction', async () => {
  const house = await openOwnHouse({ env: { LOG_LEVEL: 'trace' } });
  const agent = await newAgent(house.admin, { name: `a${HOSTILE}` });
  const mark = unique('logged');
  const health = {
    ...{ rule: `Falco internal: ${HOSTILE}`, priority: 'Debug', source: 'internal' },
    ...{ output: mark + HOSTILE, time: new Date().toISOString(), output_fields: {} },
  };
  expect((await agent.client.post('/v1/integrations/falco', health)).status).toBe(200);
  await record(agent, { ...connection(HOSTILE), kind: `k${HOSTILE}` });
  await house.admin.get(`/v1/issues/${encodeURIComponent(HOSTILE)}`);
  await holds(() => expect(house.output()).toContain(mark));
  await house.stop();

  const lines = house.output().trimEnd().split('\n');
  const ours = lines.filter((line) => !line.startsWith('Parapet is ready at '));
  const parsed = ours.map((line) => JSON.parse(line) as { level: string; message?: string });
  expect(parsed.filter(({ level }) => level === 'fatal')).toEqual([]);
  expect(parsed.find(({ message }) => message?.startsWith(mark))?.message).toBe(mark + HOSTILE);
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
});

test('a gateway that is told no addresses says so in plain sentences, and in nothing else', async () => {
  const env = { PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:1' };
  const gateway = startChild('apps/gateway/dist/main.js', env);
  expect(await gateway.gone).toBe(1);
  const said = gateway.output().trimEnd().split('\n');
  expect(said).toEqual(
    ['INGEST', 'DETECTION', 'REGISTRY', 'NOTIFIER'].map((name) =>
      expect.stringMatching(`^${name}_URL must be given to a gateway: `),
    ),
  );
});
