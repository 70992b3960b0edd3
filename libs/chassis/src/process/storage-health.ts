import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventLog } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import { CredentialTables } from '../auth/credential-tables';
import { Readiness } from './readiness';

/** Opens the tables of credentials and says when log or documents are away. */
@Injectable()
export class StorageHealth implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly store: ReadModel,
    private readonly credentials: CredentialTables,
    private readonly readiness: Readiness,
  ) {}

  onModuleInit(): void {
    this.credentials.open(this.log);
    this.readiness.add('log', () => this.log.ping().then(() => null));
    this.readiness.add('documents', () => this.store.ping().then(() => null));
    this.readiness.add('credentials', () => this.credentials.failure());
  }

  /** Resolves when the tables know all that is known now. @throws Unavailable */
  async credentialsKnown(): Promise<void> {
    await Promise.all([this.credentials.caughtUp('agents'), this.credentials.caughtUp('tokens')]);
  }
}
