import { Module } from '@nestjs/common';
import { Settings } from '@parapet/chassis';
import { CATALOG, readCatalog } from './catalog/read-catalog';
import { AllowController } from './allow/allow.controller';
import { ExportController } from './export/export.controller';
import { Detections } from './issue/detections';
import { IssueCommands } from './issue/issue-commands';
import { IssueLog } from './issue/issue-log';
import { IssueResolver } from './issue/issue-resolver';
import { KnownIssues } from './issue/known-issues';
import { IssueConsumer } from './issue/issue.consumer';
import { IssueController } from './issue/issue.controller';
import { IssueProjection } from './issue/issue.projection';
import { ResolutionConsumer } from './issue/resolution.consumer';
import { LawBook } from './policy/law-book';
import { RuleTable } from './policy/rule-table';
import { DestinationController } from './summary/destination.controller';
import { SummaryController } from './summary/summary.controller';
import { UnknownDestinations } from './summary/unknown-destinations';
import { AgentDesk } from './stream/agent-desk';
import { IssueDesk } from './stream/issue-desk';
import { Newsroom } from './stream/newsroom';
import { Sources } from './stream/sources';
import { StreamController } from './stream/stream.controller';

/** Observations and policies in, issues out. */
@Module({
  controllers: [
    AllowController,
    ExportController,
    IssueController,
    IssueConsumer,
    IssueProjection,
    ResolutionConsumer,
    StreamController,
    SummaryController,
    DestinationController,
  ],
  providers: [
    RuleTable,
    LawBook,
    Detections,
    IssueLog,
    IssueResolver,
    KnownIssues,
    IssueCommands,
    AgentDesk,
    IssueDesk,
    Newsroom,
    Sources,
    UnknownDestinations,
    {
      provide: CATALOG,
      useFactory: (settings: Settings) => readCatalog(settings.detectionCatalog),
      inject: [Settings],
    },
  ],
})
export class DetectionModule {}
