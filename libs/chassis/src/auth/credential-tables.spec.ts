import { openEmbeddedEventLog } from '@parapet/eventlog';
import { openEmbeddedReadModel } from '@parapet/readmodel';
import { testSettings } from '../testing/test-settings';
import { AgentHearings } from './agent-hearings';
import { AgentTable } from './agent-table';
import { CredentialTables, TokenTable } from './credential-tables';

test('agents and tokens are loaded at the same time', async () => {
  const log = await openEmbeddedEventLog({ path: ':memory:' });
  const store = await openEmbeddedReadModel({ path: ':memory:' });
  const agents = new AgentTable();
  const hearings = new AgentHearings(agents, testSettings());
  const credentials = new CredentialTables(agents, new TokenTable(), store, hearings);
  const asked: string[] = [];
  const both = Promise.withResolvers<void>();
  const getMany = store.getMany.bind(store);
  jest.spyOn(store, 'getMany').mockImplementation(async (of, ids) => {
    asked.push(of.name);
    if (asked.length === 2) both.resolve();
    await both.promise;
    return getMany(of, ids) as never;
  });
  await credentials.open(log);
  expect(asked.map((name) => name.split('_')[0]).sort()).toEqual(['agents', 'tokens']);
  await Promise.all([credentials.agents.close(), credentials.tokens.close()]);
  await log.close();
  await store.close();
});
