export { ActivityTable } from './auth/activity-table';
export { AgentHearings, silentAfterMs } from './auth/agent-hearings';
export { AgentTable } from './auth/agent-table';
export { TokenTable } from './auth/credential-tables';
export { hearAgent, type Hearing } from './auth/hear-agent';
export { SeenAgents } from './auth/seen-agents';
export { Authenticator } from './auth/authenticator';
export { type Session, tokenOfSession } from './auth/session-seal';
export { Sessions, shownBy } from './auth/sessions';
export { makeToken, tokenDigest } from './auth/token-format';
export { askedBy } from './command/asked-by';
export { Commands, type CommandTarget, recordedUnread } from './command/commands';
export { Admission } from './http/admission';
export { preferredType } from './http/accept';
export { AtMost } from './http/at-most';
export { LARGEST_BODY } from './http/body-parsers';
export { copied } from './http/copied';
export { endless, type EndlessReply } from './http/endless';
export {
  type AgentCaller,
  agentOf,
  type AgentRequest,
  bodyTextOf,
  type Caller,
  FromAgent,
  User,
  type UserCaller,
} from './http/caller';
export { ApiKeyedCreation } from './idempotency/api-keyed-creation';
export {
  ApiIdempotencyKey,
  IdempotencyKey,
  wrongIdempotencyKey,
} from './idempotency/idempotency-key';
export { KEYED_CREATIONS } from './idempotency/keyed-creation.collection';
export { KeyedCreations } from './idempotency/keyed-creations';
export { withoutVoidCreations } from './idempotency/without-void-creations';
export { parseJson } from './http/json-text';
export { Forwarding } from './http/forwarding';
export { Seats } from './http/seats';
export { Shares } from './http/shares';
export { originForm, plainPath } from './http/request-path';
export { UnknownPages } from './http/unknown-pages';
export { noSuchPath } from './http/unknown-route';
export { addressKey, withoutPort } from './limit/address-key';
export { AgentRoute, PageRoute, PublicRoute, UserRoute } from './http/route';
export { type Checking, type SchemaCheck, schemaCheck } from './http/schema-check';
export { CutBody, TooSlow } from './http/to-problem';
export { LineToll, type TollReply } from './limit/line-toll';
export { ApiPage } from './list/api-page';
export { jsonEscape } from './list/json-escape';
export { csvHeader, csvRows, type CsvTable } from './list/csv';
export { answerCsv, type ListReply, prefersCsv } from './list/csv-page';
export { ApiSince, ApiUntil } from './list/api-since';
export { ApiIdParam, idOf } from './openapi/api-id';
export { ApiProblem } from './openapi/api-problem';
export { listAll, listChunks, listPage, type ListSpec, type Page } from './list/page';
export { streamed } from './list/streamed';
export { tallyParts } from './list/tally-parts';
export { whileAllowed } from './list/while-allowed';
export { limitOf, oneOf, type RawQuery, scalar, sinceOf, textOf, untilOf } from './list/query';
export { CountHistogramView, HistogramView } from './list/histogram.http';
export { spanEdges } from './list/span-edges';
export { timeBuckets, type TimeSpan } from './list/time-buckets';
export { firstMillisecondAfter, lastMillisecondOf, millisecondFrom } from './list/milliseconds';
export { AboutView, renderService, type ServiceView } from './process/about.http';
export { Background, type BackgroundWork } from './process/background';
export { Clock, systemClock } from './process/clock';
export { Looks } from './process/looks';
export { Metrics } from './process/metrics';
export { Readiness } from './process/readiness';
export { rebuild } from './process/rebuild';
export { rebuildLive } from './process/rebuild-live';
export { unhandledText } from './process/unhandled';
export { ThisProcess } from './process/this-process';
export { TimeOfLog } from './process/time-of-log';
export { runMain } from './process/run-main';
export { start } from './process/start';
export { startWithoutServing, type Workshop } from './process/start-without-serving';
export { findProjected, foldInto, type Projected } from './projection/fold-into';
export { ProjectionEnd } from './projection/projection-end';
export { Projections } from './projection/projections';
export { asRead, writeFolded } from './projection/write-folded';
export { makeDataFolder } from './settings/data-folder';
export { readSettings } from './settings/read-settings';
export { type ServiceName, Settings } from './settings/settings.config';
export { subkey } from './settings/secret-key';
export { SettingsError } from './settings/settings-error';
export { openLog } from './storage/open-log';
export { SnapshotKeeper } from './table/snapshot-keeper';
export { Table } from './table/table';
export { serverFacts } from './tracing/server-facts';
export { NO_TRACING, type Span, type SpanFacts, Tracing } from './tracing/tracing';
