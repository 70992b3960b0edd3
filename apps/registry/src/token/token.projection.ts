import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { foldInto, withoutVoidCreations } from '@parapet/chassis';
import { evolveToken, type Recorded, type TokenEvent } from '@parapet/contracts';
import { Projection } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import { TOKENS } from './token.collection';

/** Topic `tokens` into the collection that the API reads. */
@Controller()
export class TokenProjection {
  constructor(private readonly store: ReadModel) {}

  @Projection('tokens', 'registry.tokens')
  async project(@Payload() records: readonly Recorded<TokenEvent>[]): Promise<void> {
    const counting = await withoutVoidCreations(this.store, records);
    await foldInto(this.store, TOKENS, counting, {
      evolve: evolveToken,
      gone: (token) => token.revoked_at !== null,
    });
  }
}
