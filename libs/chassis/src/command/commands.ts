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
import { EventLog } from '@parapet/eventlog';
import { type Collection, type Document, ReadModel } from '@parapet/readmodel';
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
   * Resolves with the document as projected, or undefined when it is gone: this fact removed it, or another command did.
   * @throws Problem `conflict` when another command made this version first.
   * @throws Unavailable when the log is away, or the fact is not projected within 5 s.
   */
  async run<D extends Document & Versioned>(
    target: CommandTarget<D>,
    id: string,
    event: LogEvent,
  ): Promise<D | undefined> {
    await this.append(target, id, event);
    const after = await findProjected(this.store, target.collection, id);
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
   */
  async append<D extends Document>(
    target: { topic: Topic; projection: string; collection: Collection<D> },
    key: string,
    event: LogEvent,
  ): Promise<void> {
    const [position] = await this.log.append(target.topic, [toAppend(key, event)]);
    if (!position) throw new Error('the log answered no position');
    await this.projected(target, position);
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
      throw new Unavailable('the change is recorded but cannot be read yet', 5);
    await this.credentials.caughtUp(target.topic);
  }
}
