import { Controller, Module, type OnModuleInit } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  evolveToken,
  randomId,
  type Recorded,
  type Token,
  type TokenEvent,
  type TokenRevoked,
  Unavailable,
} from '@parapet/contracts';
import { Projection } from '@parapet/eventlog';
import { collection, ReadModel } from '@parapet/readmodel';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
import { AgentTable } from '../auth/agent-table';
import { TokenTable } from '../auth/credential-tables';
import { foldInto, type Projected } from '../projection/fold-into';
import { Projections } from '../projection/projections';
import { testHouse, type TestHouse } from '../testing';
import { newAgent, newToken } from '../testing/facts';
import { Commands, type CommandTarget } from './commands';

const TOKENS = collection<Projected<Token>>({ name: 'tokens', indexes: [] });
const target: CommandTarget<Projected<Token>> = {
  ...{ topic: 'tokens', projection: 'test.tokens', collection: TOKENS },
};

@Controller()
class TokenProjection implements OnModuleInit {
  constructor(private readonly store: ReadModel) {}
  onModuleInit(): Promise<void> {
    return this.store.declare(TOKENS);
  }
  @Projection('tokens', 'test.tokens')
  project(@Payload() records: readonly Recorded<TokenEvent>[]): Promise<void> {
    return foldInto(this.store, TOKENS, records, { evolve: evolveToken });
  }
}
@Module({ controllers: [TokenProjection] })
class TokenModule {}

let house: TestHouse;
let commands: Commands;
beforeAll(async () => {
  house = await testHouse({ imports: [TokenModule] });
  commands = house.app.get(Commands);
});
afterAll(() => house.close());

const revoke = (id: string, version: number): TokenRevoked => ({
  ...newToken([], house.clock.now()).fact,
  ...{ id: randomId('event'), type: 'TokenRevoked', data: { version, token_id: id } },
});

test('a command answers the document as its fact made it', async () => {
  const { fact } = newToken(['admin'], house.clock.now());
  const made = await commands.run(target, fact.data.token_id, fact);
  expect(made).toMatchObject({ id: fact.data.token_id, version: 1, permissions: ['admin'] });
});

test('rule 12: of two racing commands exactly one wins', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { fact } = newToken(['admin'], house.clock.now());
    const id = fact.data.token_id;
    await commands.run(target, id, fact);
    const racing = await Promise.allSettled(
      Array.from({ length: 5 }, () => commands.run(target, id, revoke(id, 2))),
    );
    const lost = racing.filter((outcome) => outcome.status === 'rejected');
    expect(lost).toHaveLength(4);
    for (const { reason } of lost) expect(reason).toMatchObject({ code: 'conflict' });
    expect(await house.store.get(TOKENS, id)).toMatchObject({ version: 2 });
  }
});

test('rule 12: a fact that the log holds twice wins all the same', async () => {
  const { fact } = newToken(['admin'], house.clock.now());
  const id = fact.data.token_id;
  await house.append('tokens', id, fact);
  expect(await commands.run(target, id, fact)).toMatchObject({ version: 1 });
});

test('rule 12: a change that is not projected in time is 503, and recorded all the same', async () => {
  const { fact } = newToken(['admin'], house.clock.now());
  const progress = house.app.get(Projections).of('test.tokens', 'tokens');
  const late = jest.spyOn(progress, 'reached').mockResolvedValueOnce(false);
  await expect(commands.run(target, fact.data.token_id, fact)).rejects.toThrow(Unavailable);
  late.mockRestore();
  await house.settled();
  expect(await house.store.get(TOKENS, fact.data.token_id)).toMatchObject({ version: 1 });
});

test('rule 12: a command that won is told so, though documents are exchanged between its barrier and its look', async () => {
  const documents = await GenerationsInMemory.open();
  const other = await testHouse({ imports: [TokenModule], documents });
  const { fact } = newToken(['admin'], 0);
  const id = fact.data.token_id;
  const theirs = other.app.get(Commands);
  const before = (await theirs.run(target, id, fact)) as Projected<Token>;
  const progress = other.app.get(Projections).of('test.tokens', 'tokens');
  const reached = progress.reached.bind(progress);
  const exchanged = jest.spyOn(progress, 'reached').mockImplementationOnce(async (...of) => {
    const answer = await reached(...of);
    const shadow = await documents.generations.shadow();
    // It is behind: made again from what the log had a moment ago.
    await shadow.insert(TOKENS, [before]);
    await documents.generations.adopt(shadow, async () => undefined);
    return answer;
  });
  const revocation = revoke(id, 2);
  expect(await theirs.run(target, id, revocation)).toMatchObject({
    version: 2,
    made_by: [fact.id, revocation.id],
  });
  exchanged.mockRestore();
  await other.close();
});

test('a credential works, or works no more, when its command has answered', async () => {
  const { fact } = newToken(['admin'], house.clock.now());
  const id = fact.data.token_id;
  await commands.run(target, id, fact);
  expect(house.app.get(TokenTable).get(id)).toMatchObject({ revoked_at: null });
  await commands.run(target, id, revoke(id, 2));
  expect(house.app.get(TokenTable).get(id)?.revoked_at).toEqual(expect.any(String));
});

test('an agent’s old token is forgotten when it is rotated, and its last when it is deleted', async () => {
  const agents = house.app.get(AgentTable);
  const { id, fact } = newAgent({}, house.clock.now());
  const next = { ...fact, id: 'n', type: 'AgentTokenRotated' as const };
  await house.append('agents', id, fact);
  await agents.caughtUp();
  const known = agents.withToken(fact.data.token_digest);
  expect(known && JSON.parse(agents.contextJson(known))).toMatchObject({ id, hostname: 'node-1' });
  await house.append('agents', id, {
    ...next,
    data: { agent_id: id, version: 2, token_digest: 'new' },
  });
  await agents.caughtUp();
  expect(agents.withToken(fact.data.token_digest)).toBeUndefined();
  expect(agents.withToken('new')?.id).toBe(id);
  await house.append('agents', id, {
    ...{ ...next, type: 'AgentDeleted' },
    data: { agent_id: id, version: 3 },
  });
  await agents.caughtUp();
  expect(agents.withToken('new')).toBeUndefined();
});

describe('rule 12: who would change nothing decides by all that is recorded', () => {
  const { fact } = newToken(['admin'], 0);
  const id = fact.data.token_id;
  /** A change that is recorded while the list is behind: the first look does not see it. */
  const behind = () => {
    const looks = ['as it was', 'as it is recorded'];
    return commands.decided(
      target,
      id,
      async () => looks.shift() ?? '',
      (seen) => (seen === 'as it was' ? null : revoke(id, 2)),
    );
  };

  test('of a change that is on its way too', async () => {
    await house.append('tokens', id, fact);
    expect(await behind()).toMatchObject({
      before: 'as it is recorded',
      event: { type: 'TokenRevoked' },
    });
  });

  test('or is told to come again, while that cannot be read', async () => {
    const progress = house.app.get(Projections).of('test.tokens', 'tokens');
    const late = jest.spyOn(progress, 'reached').mockResolvedValueOnce(false);
    await expect(behind()).rejects.toThrow(Unavailable);
    late.mockRestore();
  });
});
