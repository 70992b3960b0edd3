import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, Module } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  evolveToken,
  type Recorded,
  toAppend,
  type Token,
  type TokenEvent,
} from '@parapet/contracts';
import { EventLogServer, openEmbeddedEventLog, Projection } from '@parapet/eventlog';
import { collection, type Generations, ReadModel } from '@parapet/readmodel';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
import { foldInto, type Projected } from '../projection/fold-into';
import { newToken } from '../testing/facts';
import { testSettings } from '../testing/test-settings';
import { makeBeside } from './rebuild-live';

const TOKENS = collection<Projected<Token>>({ name: 'tokens', indexes: [] });

@Controller()
class TokenProjection {
  constructor(private readonly store: ReadModel) {}

  @Projection('tokens', 'spec.tokens')
  async project(@Payload() records: readonly Recorded<TokenEvent>[]): Promise<void> {
    await this.store.declare(TOKENS);
    await foldInto(this.store, TOKENS, records, { evolve: evolveToken });
  }
}
@Module({ controllers: [TokenProjection] })
class TokenModule {}

const settings = testSettings();
const { fact } = newToken(['admin'], 0);
beforeEach(async () => {
  mkdirSync(settings.dataDir, { recursive: true });
  const log = await openEmbeddedEventLog({ path: join(settings.dataDir, 'log.sqlite') });
  await log.append('tokens', [toAppend(fact.data.token_id, fact)]);
  await log.close();
});
afterEach(() => rmSync(settings.dataDir, { recursive: true }));

test('rule 18: a rebuild beside the house folds nothing more once its documents take over', async () => {
  const store = await GenerationsInMemory.open();
  const happened: string[] = [];
  const close = jest.spyOn(EventLogServer.prototype, 'close').mockImplementation(async function (
    this: EventLogServer,
  ) {
    close.mockRestore();
    await this.close();
    happened.push('the consumers are closed');
  });
  let made: Projected<Token> | undefined;
  const adopt: Generations['adopt'] = async (shadow, catchUp) => {
    await catchUp();
    happened.push('the documents take over');
    made = await shadow.get(TOKENS, fact.data.token_id);
  };
  const of = { module: TokenModule, settings, report: () => undefined };
  await makeBeside({ ...store.generations, adopt }, of);
  expect(happened).toEqual(['the consumers are closed', 'the documents take over']);
  expect(made?.applied).toBe(0);
  await store.close();
});
