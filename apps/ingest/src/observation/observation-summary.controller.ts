import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@parapet/contracts/openapi';
import { Clock, type RawQuery, Settings, UserRoute } from '@parapet/chassis';
import { ReadModel } from '@parapet/readmodel';
import { isWalkedOver } from './observation-filters';
import { ApiObservationFilters } from './observation-filters.http';
import { observations } from './observation.collection';
import { ObservationSummaryView } from './observation-summary.http';
import { summariseObservations } from './summarise-observations';

/** How many there are of what `GET /v1/events` lists. */
@ApiTags('events')
@Controller('v1/events')
export class ObservationSummaryController {
  constructor(
    private readonly store: ReadModel,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  @Get('summary')
  @UserRoute('events:read', 'general', { isHeavy: isWalkedOver })
  @ApiOperation({
    operationId: 'summariseEvents',
    summary: 'Count events over time; without since those of the last hour',
  })
  @ApiObservationFilters()
  @ApiOkResponse({ type: ObservationSummaryView })
  summary(@Query() query: RawQuery): Promise<ObservationSummaryView> {
    const collection = observations(this.settings.observationRetentionMs);
    return summariseObservations(this.store, collection, query, this.clock.now());
  }
}
