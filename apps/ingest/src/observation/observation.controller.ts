import { Controller, Get, Header, Param, Put, Query, Res } from '@nestjs/common';
import { RouteSchema } from '@nestjs/platform-fastify';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@parapet/contracts/openapi';
import {
  agentOf,
  type AgentRequest,
  AgentRoute,
  answerCsv,
  ApiIdParam,
  ApiIdempotencyKey,
  ApiPage,
  bodyTextOf,
  type ListReply,
  prefersCsv,
  type RawQuery,
  Settings,
  UserRoute,
} from '@parapet/chassis';
import { type ObservationBody, Problem } from '@parapet/contracts';
import { type Collection, ReadModel } from '@parapet/readmodel';
import { listObservations, pageJson, parsedItems, renderDocument } from './list-observations';
import { ObservationIntake } from './observation-intake';
import { sending } from './sending';
import { type Reply, statusOf } from './taken-status';
import { type ObservationDocument, observations } from './observation.collection';
import { isWalkedOver } from './observation-filters';
import { ApiObservationFilters } from './observation-filters.http';
import { OBSERVATION_TABLE } from './observation.csv';
import {
  ListedEvent,
  OBSERVATION_LIMIT,
  observationBody,
  observationExample,
  observationSchema,
  TakenAnswer,
} from './observation.http';

const JSON_TYPE = ['content-type', 'application/json; charset=utf-8'] as const;

/** The public API says "event" where the house says "observation". */
@ApiTags('events')
@Controller('v1')
export class ObservationController {
  private readonly collection: Collection<ObservationDocument>;

  constructor(
    private readonly intake: ObservationIntake,
    private readonly store: ReadModel,
    settings: Settings,
  ) {
    this.collection = observations(settings.observationRetentionMs);
  }

  /** No route is asked as often as this one (ADR 28). */
  @Put('events_v2')
  @AgentRoute({
    keepBody: true,
    bodyLimit: OBSERVATION_LIMIT,
    unwatched: true,
    queued: true,
    direct: true,
  })
  @RouteSchema({ body: observationSchema })
  @ApiOperation({ operationId: 'putEvent', summary: 'Send one event' })
  @ApiBody({ schema: observationBody, examples: { connection: { value: observationExample } } })
  @ApiIdempotencyKey('Makes the event one and the same, whatever its body says: a repeat is 202')
  @ApiCreatedResponse({ type: TakenAnswer, description: 'A new event' })
  @ApiAcceptedResponse({ type: TakenAnswer, description: 'An event that was there already' })
  async put(
    request: AgentRequest & { readonly body: ObservationBody },
    reply: Reply,
  ): Promise<void> {
    const idempotencyKey = reply.request.headers['idempotency-key'];
    const [body, text] = [request.body, bodyTextOf(request)];
    const taken = await sending(request.span, 1, (traceparent) =>
      this.intake.take(agentOf(request), { body, text, idempotencyKey, traceparent }),
    );
    reply.status(statusOf(taken)).send(taken);
  }

  @Get('events')
  @UserRoute('events:read', 'general', { isHeavy: isWalkedOver })
  @Header(...JSON_TYPE)
  @ApiOperation({ operationId: 'listEvents', summary: 'List events, newest first' })
  @ApiObservationFilters()
  @ApiPage(ListedEvent, 'page', OBSERVATION_TABLE)
  async list(
    @Query() query: RawQuery,
    @Res({ passthrough: true }) reply: ListReply,
  ): Promise<string> {
    const page = await listObservations(this.store, this.collection, query);
    if (!prefersCsv(reply)) return pageJson(page);
    return answerCsv(reply, OBSERVATION_TABLE, { ...page, data: parsedItems(page) });
  }

  @Get('events/:event_id')
  @UserRoute('events:read')
  @Header(...JSON_TYPE)
  @ApiOperation({ operationId: 'getEvent', summary: 'Read one event' })
  @ApiIdParam('event')
  @ApiOkResponse({ type: ListedEvent })
  async get(@Param('event_id') id: string): Promise<string> {
    const found = await this.store.get(this.collection, id);
    if (!found)
      throw new Problem(
        'not_found',
        `There is no event ${id}`,
        'GET /v1/events has those that are kept',
      );
    return renderDocument(found);
  }
}
