import { Injectable } from '@nestjs/common';
import {
  askedBy,
  Clock,
  Commands,
  findProjected,
  KeyedCreations,
  makeToken,
  tokenDigest,
  type UserCaller,
} from '@parapet/chassis';
import { Problem, randomId, type TokenCreated } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { checkAhead, checkRevocation, type TokenDescription } from './check-token';
import { createToken, revokeToken } from './create-token';
import { TOKEN_COMMANDS, TOKENS } from './token.collection';
import type { NewTokenView } from './token.http';

/** Makes user tokens, and revokes them. */
@Injectable()
export class TokenCommands {
  constructor(
    private readonly keyed: KeyedCreations,
    private readonly commands: Commands,
    private readonly clock: Clock,
    private readonly store: ReadModel,
  ) {}

  /**
   * @param key the `Idempotency-Key`, when there is one
   * @throws Problem `bad_request` when it would have ended; `unprocessable`, `conflict` for a key that cannot be used so
   */
  create(
    asked: TokenDescription,
    caller: UserCaller,
    key: string | undefined,
  ): Promise<NewTokenView> {
    return key === undefined ? this.createNow(asked, caller) : this.createOnce(asked, caller, key);
  }

  /** @throws Problem `not_found`; `forbidden` where it could do more than the caller; `conflict` when someone else was faster */
  async revoke(id: string, caller: UserCaller): Promise<void> {
    const token = await findProjected(this.store, TOKENS, id);
    if (!token)
      throw new Problem(
        'not_found',
        'There is no such token',
        'GET /v1/tokens has the ids of those there are',
      );
    checkRevocation(token, caller.permissions);
    await this.commands.run(TOKEN_COMMANDS, id, revokeToken(token, askedBy(caller, this.clock)));
  }

  private async createNow(asked: TokenDescription, caller: UserCaller): Promise<NewTokenView> {
    checkAhead(asked, this.clock.now());
    const [id, token] = [randomId('token'), makeToken('user')];
    const fresh = { id, digest: tokenDigest(token), origin: 'api' } as const;
    const event = createToken(fresh, asked, askedBy(caller, this.clock));
    const ifDone = `DELETE /v1/tokens/${id} revokes what nobody saw`;
    await this.commands.run(TOKEN_COMMANDS, id, event, ifDone);
    return shown(asked, { id, token, created_at: event.time });
  }

  /** A repetition is answered as the first request was, also when the token has ended since. */
  private async createOnce(
    asked: TokenDescription,
    caller: UserCaller,
    key: string,
  ): Promise<NewTokenView> {
    const request = { caller: caller.tokenId, route: 'POST /v1/tokens', key } as const;
    const { id, token: derivedToken } = await this.keyed.derived(TOKEN_COMMANDS, 'token', request);
    const token = derivedToken('user');
    const fact = (requestDigest: string): TokenCreated => {
      checkAhead(asked, this.clock.now());
      const fresh = { id, digest: tokenDigest(token), origin: 'api', requestDigest } as const;
      return createToken(fresh, asked, askedBy(caller, this.clock));
    };
    const thing = { target: TOKEN_COMMANDS, id, description: asked, fact };
    const { time } = await this.keyed.once(thing);
    return shown(asked, { id, token, created_at: time });
  }
}

const shown = (
  { name, permissions, expires_at }: TokenDescription,
  { id, token, created_at }: Pick<NewTokenView, 'id' | 'token' | 'created_at'>,
): NewTokenView => ({ id, name, token, permissions, created_at, expires_at });
