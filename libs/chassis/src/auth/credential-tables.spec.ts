import { toAppend, type TokenCreated, type TokenRevoked } from '@parapet/contracts';
import { openEmbeddedEventLog } from '@parapet/eventlog';
import { openEmbeddedReadModel } from '@parapet/readmodel';
import { newToken } from '../testing/facts';
import { closed, testCredentials } from '../testing/test-credentials';
import { TokenTable } from './credential-tables';

test('agents, their activity and tokens are loaded at the same time', async () => {
  const log = await openEmbeddedEventLog({ path: ':memory:' });
  const store = await openEmbeddedReadModel({ path: ':memory:' });
  const credentials = testCredentials(store);
  const asked: string[] = [];
  const all = Promise.withResolvers<void>();
  const getMany = store.getMany.bind(store);
  jest.spyOn(store, 'getMany').mockImplementation(async (of, ids) => {
    asked.push(of.name);
    if (asked.length === 3) all.resolve();
    await all.promise;
    return getMany(of, ids) as never;
  });
  await credentials.open(log);
  expect(asked.map((name) => name.split('_')[0]).sort()).toEqual([
    ...['agents', 'sightings', 'tokens'],
  ]);
  await closed(credentials);
  await log.close();
  await store.close();
});

const revocation = ({ id, data: { token_id }, ...meta }: TokenCreated): TokenRevoked => ({
  ...{ ...meta, id: `${id}_revoked`, type: 'TokenRevoked', data: { token_id, version: 2 } },
});

test('a start looks through no other tokens for each that is revoked, and of two with one digest the one that lives counts', async () => {
  const log = await openEmbeddedEventLog({ path: ':memory:' });
  const made = Array.from({ length: 100 }, () => newToken(['admin'], 0).fact);
  const again = made.map((fact): TokenCreated => {
    const { digest } = fact.data;
    const { data, ...meta } = newToken(['admin'], 0).fact;
    return { ...meta, data: { ...data, digest } };
  });
  const last = again.slice(50).map(revocation);
  for (const fact of [...made, ...made.map(revocation), ...again, ...last])
    await log.append('tokens', [toAppend(fact.data.token_id, fact)]);
  const tokens = new TokenTable();
  let seen = 0;
  const values = tokens.values.bind(tokens);
  jest.spyOn(tokens, 'values').mockImplementation(function* () {
    for (const token of values()) {
      seen += 1;
      yield token;
    }
  } as typeof values);
  tokens.open(log);
  await tokens.caughtUp();
  expect(seen).toBeLessThanOrEqual(made.length);
  const found = made.map(({ data }) => tokens.withDigest(data.digest));
  const living = again.slice(0, 50).map(({ data }) => data.token_id);
  expect(found.slice(0, 50).map((token) => token?.id)).toEqual(living);
  for (const token of found.slice(50)) expect(token?.revoked_at).toEqual(expect.any(String));
  await tokens.close();
  await log.close();
});
