import {
  evolveToken,
  type Recorded,
  type Token,
  type TokenEvent,
  Unavailable,
} from '@parapet/contracts';
import { collection, openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import fc from 'fast-check';
import { newToken } from '../testing/facts';
import { findProjected, type Fold, foldInto, type Projected } from './fold-into';

const TOKENS = collection<Projected<Token>>({ name: 'tokens', indexes: [] });
const { fact } = newToken(['admin'], 0);
const id = fact.data.token_id;
const revoked: TokenEvent = {
  ...{ id: 'r', type: 'TokenRevoked', schema: 1, time: '2026-01-02T00:00:00.000Z' },
  ...{ actor: 'x', cause: null, data: { version: 2, token_id: id } },
};
const used = (n: number): TokenEvent => ({
  ...{ id: `u${n}`, type: 'TokenUsed', schema: 1, time: fact.time, actor: id, cause: null },
  data: { token_id: id, last_used: `2026-01-01T00:00:0${n}.000Z` },
});
const at = (offset: number, event: TokenEvent): Recorded<TokenEvent> => ({
  position: { topic: 'tokens', partition: 0, offset },
  ...{ key: id, event },
});

let store: ReadModel;
beforeEach(async () => {
  store = await openEmbeddedReadModel({ path: ':memory:' });
  await store.declare(TOKENS);
});
afterEach(() => store.close());

const fold = (
  records: readonly Recorded<TokenEvent>[],
  how: Fold<Token, TokenEvent> = { evolve: evolveToken },
): Promise<void> => foldInto(store, TOKENS, records, how);
/** Who counts notices what is folded twice: a state that says when it was last used is the same then. */
const counting: Fold<Token, TokenEvent> = {
  evolve: (token, event) => {
    const now = evolveToken(token, event);
    return now && { ...now, name: `${token?.name ?? ''}+` };
  },
};
const stored = (): Promise<Projected<Token> | undefined> => findProjected(store, TOKENS, id);

test('the state after a batch is stored with the offset of its last event', async () => {
  await fold([at(3, fact), at(7, used(1))]);
  expect(await stored()).toMatchObject({ id, applied: 7, last_used: '2026-01-01T00:00:01.000Z' });
});

test('a void event changes the offset alone', async () => {
  await fold([at(0, fact)]);
  const before = await stored();
  await fold([at(1, fact)]);
  expect(await stored()).toEqual({ ...before, applied: 1 });
});

test('events of what was never made leave no document', async () => {
  await fold([at(0, used(1)), at(1, revoked)]);
  expect(await stored()).toBeUndefined();
});

test('whatever is delivered again, from any place, in any batches, the state is the same', async () => {
  const log = [at(0, fact), at(1, used(1)), at(2, used(3)), at(3, revoked), at(4, used(2))];
  await fold(log, counting);
  const expected = await stored();
  const batch = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }));
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { maxLength: 6 }), async (batches) => {
      await store.dropDerived();
      let reached = 0;
      for (const [from, to] of batches) {
        const begin = Math.min(from, reached);
        await fold(log.slice(begin, Math.max(begin, to)), counting);
        reached = Math.max(reached, begin, to);
      }
      await fold(log.slice(Math.min(reached, log.length)), counting);
      expect(await stored()).toEqual(expected);
    }),
    { seed: 5, numRuns: 60 },
  );
});

test('a state that is gone is removed, and its later events leave it so', async () => {
  const how = { evolve: evolveToken, gone: (token: Token) => token.revoked_at !== null };
  await fold([at(0, fact)], how);
  await fold([at(1, revoked)], how);
  expect(await stored()).toBeUndefined();
  await fold([at(1, revoked), at(2, used(1))], how);
  expect(await stored()).toBeUndefined();
});

test('a field that the fold drops is dropped from the document', async () => {
  await fold([at(0, fact)]);
  const evolve = (state: Token | undefined): Token | undefined => {
    if (!state) return state;
    const { last_used: _, ...rest } = state;
    return rest as Token;
  };
  await fold([at(1, used(1))], { evolve });
  expect(await stored()).not.toHaveProperty('last_used');
});

test('a long batch is folded fifty documents at a time: each may be large', async () => {
  const ids = Array.from({ length: 120 }, (_, n) => `token_${n}`);
  const made = ids.map((key, n) => {
    const event: TokenEvent = { ...fact, data: { ...fact.data, token_id: key } };
    return { ...at(n, event), key };
  });
  const then = ids.map((key, n) => ({ ...at(120 + n, used(1)), key }));
  const read = jest.spyOn(store, 'getMany');
  await fold([...made, ...then]);
  expect(read.mock.calls.map(([, some]) => some.length)).toEqual([50, 50, 20]);
  const all = await store.getMany(TOKENS, ids);
  const last_used = '2026-01-01T00:00:01.000Z';
  for (const [n, key] of ids.entries())
    expect(all.get(key)).toMatchObject({ id: key, last_used, applied: 120 + n });
});

/** While this batch is folded, another holder of the partition folds one that ends earlier. */
async function overlapped(
  records: readonly Recorded<TokenEvent>[],
  other: readonly Recorded<TokenEvent>[],
  how?: Fold<Token, TokenEvent>,
): Promise<void> {
  const getMany = store.getMany.bind(store);
  const overtaken = jest.spyOn(store, 'getMany').mockImplementation(async (c, ids, fields) => {
    const found = await getMany(c, ids, fields);
    overtaken.mockRestore();
    await fold(other, how);
    return found;
  });
  await fold(records, how);
}

test.each([
  ['a document that is there', [at(0, fact)], [at(1, used(1)), at(2, revoked)]],
  ['a new document', [], [at(0, fact), at(1, used(1)), at(2, revoked)]],
])('rule 5: a batch that another holder overtook comes again: %s', async (_, before, batch) => {
  await fold(before);
  await expect(overlapped(batch, batch.slice(0, 1))).rejects.toThrow(Unavailable);
  await fold(batch);
  expect(await stored()).toMatchObject({ version: 2, revoked_at: revoked.time, applied: 2 });
});

test('rule 5: a state that is gone is removed, whoever was faster', async () => {
  const how = { evolve: evolveToken, gone: (token: Token) => token.revoked_at !== null };
  const batch = [at(1, used(1)), at(2, revoked)];
  await fold([at(0, fact)], how);
  await expect(overlapped(batch, batch.slice(0, 1), how)).rejects.toThrow(Unavailable);
  await expect(overlapped(batch, batch, how)).rejects.toThrow(Unavailable);
  await fold(batch, how);
  expect(await stored()).toBeUndefined();
});

test('rule 5: what was removed stays so, however long another holder stood still in the middle of a batch', async () => {
  const how = { evolve: evolveToken, gone: (token: Token) => token.revoked_at !== null };
  await expect(overlapped([at(0, fact)], [at(0, fact), at(2, revoked)], how)).rejects.toThrow(
    Unavailable,
  );
  await fold([at(0, fact), at(1, used(1))], how);
  expect(await stored()).toBeUndefined();
});
