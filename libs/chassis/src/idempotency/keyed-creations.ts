import { Injectable } from '@nestjs/common';
import {
  canonicalJson,
  digest,
  type IdPrefix,
  type LogEvent,
  Problem,
  Unavailable,
  type Versioned,
} from '@parapet/contracts';
import { type Document, ReadModel } from '@parapet/readmodel';
import type { TokenKind } from '../auth/token-format';
import { Commands, type CommandTarget } from '../command/commands';
import { subkey } from '../settings/secret-key';
import { Settings } from '../settings/settings.config';
import {
  derivedIdOf,
  derivedSecretOf,
  derivedTokenOf,
  hiddenBy,
  type KeyedRequest,
} from './derive';
import { type KeyedCreation, KEYED_CREATIONS } from './keyed-creation.collection';

/** A thing to be made once, however often it is asked for. */
export interface KeyedThing<D extends Document> {
  readonly target: CommandTarget<D & Versioned>;
  readonly id: string;
  /** What was sent, checked: a repetition must say the same. Its digest lies in the log: what nobody may guess is `hidden` in it. */
  readonly description: object;
  /**
   * The fact that makes it. What holds only now is checked and looked up here: a repetition, which may come much later, is not asked.
   * @throws Problem when it cannot be made now
   */
  readonly fact: (requestDigest: string) => LogEvent | Promise<LogEvent>;
}

/** What a request with an `Idempotency-Key` makes. */
interface Derived {
  readonly id: string;
  readonly token: (kind: TokenKind) => string;
  /** 32 bytes. */
  readonly secret: () => Buffer;
  /** What stands in the description for a part that nobody may guess. */
  readonly hidden: (part: unknown) => string;
}

/** Creations with an `Idempotency-Key`: one thing, and one answer, for one key of one caller (ADR 13). */
@Injectable()
export class KeyedCreations {
  private readonly subkey: Buffer;
  private readonly former: readonly Buffer[];
  private readonly inFlight = new Set<string>();

  constructor(
    private readonly store: ReadModel,
    private readonly commands: Commands,
    settings: Settings,
  ) {
    const of = (key: Buffer): Buffer => subkey(key, 'parapet idempotency keys v1');
    this.subkey = of(settings.secretKey);
    this.former = settings.previousSecretKeys.map(of);
  }

  /**
   * What this request makes, or made: with the key of now, unless a repetition of what a former key made, perhaps a moment ago at a
   * replica that has that key still.
   * @throws Unavailable
   */
  async derived(
    target: Pick<CommandTarget<never>, 'topic' | 'projection'>,
    prefix: IdPrefix,
    request: KeyedRequest,
  ): Promise<Derived> {
    const by = (key: Buffer): Derived => ({
      id: derivedIdOf(key, prefix, request),
      token: (kind) => derivedTokenOf(key, kind, request),
      secret: () => derivedSecretOf(key, request),
      hidden: (part) => hiddenBy(key, request, part),
    });
    const now = by(this.subkey);
    if (this.former.length === 0) return now;
    const before = this.former.map(by);
    const made = await this.known([...before, now]);
    if (made) return made;
    for (const { id } of before) await this.commands.caughtUp(target, id);
    return (await this.known(before)) ?? now;
  }

  /**
   * Makes the thing unless it was made before, and answers when. Of requests that race, here or at another replica, one makes it and
   * all that are not refused answer alike.
   * @throws Problem `unprocessable` when the key came with another body; `conflict` while the first request is being answered
   */
  async once<D extends Document>(thing: KeyedThing<D>): Promise<{ readonly time: string }> {
    const { target, id, description } = thing;
    const asked = digest([canonicalJson(description)]);
    const known = await this.store.get(KEYED_CREATIONS, id);
    // It is noted a moment before the thing itself can be read.
    if (known) await this.commands.projected(target, known);
    const made = known ?? (await this.make(thing, asked));
    if (made.request_digest === asked) return made;
    throw new Problem(
      'unprocessable',
      'This Idempotency-Key was used for a request with another body',
      'repeat it with the body of the first request, or send a new key with this one',
    );
  }

  private async known(things: readonly Derived[]): Promise<Derived | undefined> {
    const ids = things.map(({ id }) => id);
    const known = await this.store.getMany(KEYED_CREATIONS, ids);
    return things.find(({ id }) => known.has(id));
  }

  private async make<D extends Document>(
    { target, id, fact }: KeyedThing<D>,
    asked: string,
  ): Promise<KeyedCreation> {
    if (this.inFlight.has(id))
      throw new Problem(
        'conflict',
        'A request with this Idempotency-Key is being answered',
        'send it again when that has been answered: it will get the same answer',
      );
    this.inFlight.add(id);
    try {
      await this.commands.append(target, id, await fact(asked));
    } finally {
      this.inFlight.delete(id);
    }
    const made = await this.store.get(KEYED_CREATIONS, id);
    if (!made) throw new Unavailable('the change is recorded but cannot be read yet', 5);
    return made;
  }
}
