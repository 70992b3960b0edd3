import {
  connection,
  issueAbout,
  issueInFull,
  newAgent,
  nextTimestamp,
  recordNew,
  type TestAgent,
  unique,
  walk,
} from '../house/actors';
import { eventually, holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import type { Issue } from '../house/shapes';

let house: House;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
});

const observation = (kind: string, metadata: object, verdict = 'detected'): object => ({
  ...{ kind, timestamp: nextTimestamp(), metadata, verdict },
});

/**
 * Expects something of all issues of an agent, when everything that it recorded before has been judged. What was judged last may be
 * listed first: issues lie in several partitions.
 */
async function expectOfIssues(
  speaker: TestAgent,
  expected: (issues: readonly Issue[]) => void,
): Promise<void> {
  const last = `${unique('last')}.example.com`;
  await recordNew(speaker, connection(last));
  await issueAbout(house.admin, last);
  await holds(async () => {
    const issues = await walk<Issue>(house.admin, `/v1/issues?limit=1000&agent_id=${speaker.id}`);
    expected(issues.filter(({ details }) => details['domain'] !== last));
  });
}

describe('what becomes an issue', () => {
  test('a DNS lookup and a connection to the same name by the same process are one issue', async () => {
    const domain = `${unique('one')}.example.com`;
    const process = { executable: '/usr/bin/curl' };
    await recordNew(agent, observation('dns_query', { query: domain, process }));
    await recordNew(agent, observation('network_connection', { destination: domain, process }));
    const { id } = await issueAbout(house.admin, domain);
    await holds(async () => {
      expect((await issueInFull(house.admin, id)).occurrences).toBe(2);
    });
  });

  test('another process to the same name is another issue', async () => {
    const speaker = await newAgent(house.admin);
    const metadata = { destination: 'two.example.com' };
    for (const executable of ['/usr/bin/curl', '/usr/bin/wget'])
      await recordNew(
        speaker,
        observation('network_connection', { ...metadata, process: { executable } }),
      );
    await expectOfIssues(speaker, (issues) => expect(issues).toHaveLength(2));
  });

  test('loopback is never egress, 169.254.169.254 is', async () => {
    const speaker = await newAgent(house.admin);
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', 'localhost', '169.254.169.254'])
      await recordNew(speaker, observation('network_connection', { destination: address }));
    await expectOfIssues(speaker, (issues) =>
      expect(issues.map(({ title }) => title)).toEqual(['Unknown egress to 169.254.169.254']),
    );
  });

  test('severity: high when detected, medium when blocked, the highest seen when it recurs', async () => {
    const domain = `${unique('sev')}.example.com`;
    await recordNew(agent, { ...connection(domain), verdict: 'blocked' });
    expect(await issueAbout(house.admin, domain)).toMatchObject({ severity: 'medium' });
    await recordNew(agent, connection(domain));
    await eventually(async () => (await issueAbout(house.admin, domain)).severity === 'high');
    await recordNew(agent, connection(domain, { severity: 'low' }));
    const { id } = await issueAbout(house.admin, domain);
    await eventually(async () => (await issueInFull(house.admin, id)).occurrences === 3);
    expect(await issueInFull(house.admin, id)).toMatchObject({ severity: 'high' });
  });

  test.each([
    [{ score: 0.8 }, 'critical'],
    [{ score: 0.59 }, 'medium'],
    [{ score: 30 }, 'medium'],
    [{ score: 0 }, 'low'],
    [{ importance: 'critical', score: 0 }, 'critical'],
  ])('%j means %s', async (metadata, severity) => {
    const domain = `${unique('score')}.example.com`;
    await recordNew(agent, connection(domain, metadata));
    expect(await issueAbout(house.admin, domain)).toMatchObject({ severity });
  });

  test('a name of the detection catalog, process executions and file accesses', async () => {
    const speaker = await newAgent(house.admin);
    const executable = '/tmp/.hidden';
    await recordNew(speaker, observation('process_execution', { process: { executable } }));
    await recordNew(speaker, observation('file_access', { path: '/etc/shadow' }));
    await recordNew(speaker, observation('file_access', { path: '/etc/hosts' }, 'allowed'));
    await recordNew(speaker, observation('anything', { name: 'crypto_miner_files' }, 'allowed'));
    await recordNew(speaker, observation('anything', { name: 'crypto_miner_execution' }));
    await expectOfIssues(speaker, (issues) => {
      const said = issues.map(({ title, severity }) => `${severity} ${title}`);
      expect(said).toHaveLength(4);
      expect(said).toEqual(
        expect.arrayContaining([
          'medium Suspicious process execution: /tmp/.hidden',
          'medium Suspicious file access: /etc/shadow',
          expect.stringMatching(/^critical /),
          expect.stringMatching(/^high /),
        ]),
      );
    });
  });
});
