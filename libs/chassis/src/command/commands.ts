import { Injectable } from '@nestjs/common';
import {
  type LogEvent,
  type Position,
  Problem,
  toAppend,
  type Topic,
  Unavailable,
  type Versioned,
} from '@parapet/contracts';
import { EventLog, partitionOf } from '@parapet/eventlog';
import { type Collection, type Document, generationOf, ReadModel } from '@parapet/readmodel';
import { CredentialTables } from '../auth/credential-tables';
import { findProjected } from '../projection/fold-into';
import { Projections } from '../projection/projections';

/** Where the outcome of a command is read. */
export interface CommandTarget<D extends Document & Versioned> {
  readonly topic: Topic;
  /** Group of the projection that folds the topic into the collection. */
  readonly projection: string;
  readonly collection: Collection<D>;
}

/** What was decided, by which state. */
export interface Decision<S, E> {
  readonly before: S;
  /** Null when nothing is to be changed. */
  readonly event: E | null;
}

/** Seconds after which it is worth looking for what is recorded. */
const LOOK_AFTER_S = 5;

/** Documents are exchanged once under a command: twice is as if they were away. */
const LOOKS = 2;

/**
 * What to throw where a change is recorded and what comes after it failed: made again it would be a second one.
 * @param ifDone see `Commands.run`
 */
export function recordedUnread(id: string, cause: unknown, ifDone: string): unknown {
  if (!(cause instanceof Unavailable)) return cause;
  const look = `look for ${id} in ${LOOK_AFTER_S} s, and send this again only if it was not done`;
  const advice = [look, ifDone].filter(Boolean).join('; if it was, ');
  const message = `the change of ${id} is recorded but cannot be read yet`;
  return new Unavailable(message, LOOK_AFTER_S, { advice, cause });
}

/** Runs commands: appends one fact, waits until it is projected, and says who won (`exactness.md`, rule 12). */
@Injectable()
export class Commands {
  constructor(
    private readonly log: EventLog,
    private readonly store: ReadModel,
    private readonly projections: Projections,
    private readonly credentials: CredentialTables,
  ) {}

  /**
   * Decides by what can be read. Where that changes nothing, once more by all that is recorded until now: nobody is told that all is as
   * he asked while somebody else's change is on its way.
   * @throws Unavailable when what is recorded cannot be read within 5 s; whatever `read` and `decide` throw
   */
  async decided<S, E extends LogEvent>(
    target: Pick<CommandTarget<never>, 'topic' | 'projection'>,
    id: string,
    read: () => Promise<S>,
    decide: (state: S) => E | null,
  ): Promise<Decision<S, E>> {
    const seen = await read();
    const event = decide(seen);
    if (event) return { before: seen, event };
    const before = await this.lookAfter(() => this.caughtUp(target, id), read);
    return { before, event: decide(before) };
  }

  /**
   * Resolves with the document as projected, or undefined when it is gone: this fact removed it, or another command did.
   * @param ifDone what helps who never gets the answer, where that shows something once
   * @throws Problem `conflict` when another command made this version first.
   * @throws Unavailable when the log is away; with the id in its advice when the fact is not projected within 5 s.
   */
  async run<D extends Document & Versioned>(
    target: CommandTarget<D>,
    id: string,
    event: LogEvent,
    ifDone = '',
  ): Promise<D | undefined> {
    const position = await this.appended(target.topic, id, event);
    const after = await this.outcome(target, id, position).catch((error: unknown) => {
      throw recordedUnread(id, error, ifDone);
    });
    if (after && !after.made_by.includes(event.id))
      throw new Problem(
        'conflict',
        `${id} was changed by someone else at the same moment`,
        'read it again, and apply the change to what it says now',
      );
    return after;
  }

  /**
   * Appends a fact that makes no version and waits until it is projected. A credential that it makes or takes away works, or
   * works no more, in this process from then on.
   * @param about id of what it changes, where it must not be sent again before somebody has looked
   * @throws Unavailable when the log is away; with this id in its advice when the fact is not projected within 5 s.
   */
  async append<D extends Document>(
    target: { topic: Topic; projection: string; collection: Collection<D> },
    key: string,
    event: LogEvent,
    about?: string,
  ): Promise<void> {
    const position = await this.appended(target.topic, key, event);
    await this.projected(target, position).catch((error: unknown) => {
      throw about === undefined ? error : recordedUnread(about, error, '');
    });
  }

  /**
   * Waits until the fact at this place can be read, and a credential that it made is obeyed here.
   * @throws Unavailable when that takes longer than 5 s.
   */
  async projected(
    target: { topic: Topic; projection: string },
    { partition, offset }: Pick<Position, 'partition' | 'offset'>,
  ): Promise<void> {
    const progress = this.projections.of(target.projection, target.topic);
    if (!(await progress.reached(partition, offset)))
      throw new Unavailable('the change is recorded but cannot be read yet', LOOK_AFTER_S);
    await this.credentials.caughtUp(target.topic);
  }

  /**
   * Waits until all that is recorded until now of what has this id can be read.
   * @throws Unavailable when that takes longer than 5 s
   */
  async caughtUp(
    { topic, projection }: { topic: Topic; projection: string },
    id: string,
  ): Promise<void> {
    const ends = await this.log.ends(topic);
    const partition = partitionOf(id, ends.length);
    const last = (ends[partition] ?? 0) - 1;
    if (last < 0 || (await this.projections.of(projection, topic).reached(partition, last))) return;
    throw new Unavailable(`what became of ${id} cannot be read yet`, LOOK_AFTER_S);
  }

  private async appended(topic: Topic, key: string, event: LogEvent): Promise<Position> {
    const [position] = await this.log.append(topic, [toAppend(key, event)]);
    if (!position) throw new Error('the log answered no position');
    return position;
  }

  private async outcome<D extends Document & Versioned>(
    target: CommandTarget<D>,
    id: string,
    position: Position,
  ): Promise<D | undefined> {
    const look = () => findProjected(this.store, target.collection, id);
    return this.lookAfter(() => this.projected(target, position), look);
  }

  /** Looks at the documents that were waited for: others that took their place meanwhile may be behind. @throws Unavailable */
  private async lookAfter<T>(wait: () => Promise<void>, look: () => Promise<T>): Promise<T> {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      const generation = generationOf(this.store);
      await wait();
      const seen = await look();
      if (generationOf(this.store) === generation) return seen;
    }
    throw new Unavailable('documents are exchanged again and again', LOOK_AFTER_S);
  }
}
