import { Injectable, Logger } from '@nestjs/common';
import { Clock, makeToken, Settings, TokenTable, tokenDigest } from '@parapet/chassis';
import { isoTime, randomId, toAppend, type TokenEvent } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { writeAdminToken } from './admin-token-file';
import { firstToken, isRevokedByHand, tokensOfEnvironment } from './first-tokens';

const REVOKED = 'ADMIN_TOKEN was revoked and is not made again: set another one';

/** Sees to it that an operator can get in: by ADMIN_TOKEN, else by a token made for a house that has none. */
@Injectable()
export class AdminTokens {
  private readonly logger = new Logger('tokens');

  constructor(
    private readonly log: EventLog,
    private readonly tokens: TokenTable,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers when this process authenticates by the result. Doing it again changes nothing.
   * @returns the token that was made, to be shown once; null when none was needed
   * @throws Unavailable when the log is away
   */
  async ensure(): Promise<string | null> {
    await this.tokens.caughtUp();
    const known = [...this.tokens.values()];
    const time = isoTime(this.clock.now());
    const { adminToken, dataDir } = this.settings;
    if (adminToken !== null) {
      const adminDigest = tokenDigest(adminToken);
      await this.append(tokensOfEnvironment(known, adminDigest, time));
      if (isRevokedByHand(known, adminDigest)) this.logger.warn(REVOKED);
      return null;
    }
    const token = makeToken('user');
    const made = firstToken(known, { id: randomId('token'), digest: tokenDigest(token) }, time);
    if (!made) return null;
    // The file comes first: whatever ends the process now, nobody is locked out of a house that has a token.
    await writeAdminToken(dataDir, token);
    await this.append([made]);
    return token;
  }

  private async append(facts: readonly TokenEvent[]): Promise<void> {
    if (facts.length === 0) return;
    await this.log.append(
      'tokens',
      facts.map((fact) => toAppend(fact.data.token_id, fact)),
    );
    await this.tokens.caughtUp();
  }
}
