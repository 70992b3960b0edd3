import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@parapet/contracts/openapi';
import { ApiSince, Clock, type RawQuery, UserRoute } from '@parapet/chassis';
import { ReadModel } from '@parapet/readmodel';
import { DeliverySummaryView } from './delivery-summary.http';
import { summariseDeliveries } from './summarise-deliveries';

@ApiTags('webhooks')
@Controller('v1/deliveries')
export class DeliverySummaryController {
  constructor(
    private readonly store: ReadModel,
    private readonly clock: Clock,
  ) {}

  @Get('summary')
  @UserRoute('webhooks:read')
  @ApiOperation({
    operationId: 'summariseDeliveries',
    summary: 'Count the deliveries of all webhooks; without since those of the last day',
  })
  @ApiSince('Only deliveries that were made after it')
  @ApiOkResponse({ type: DeliverySummaryView })
  summary(@Query() query: RawQuery): Promise<DeliverySummaryView> {
    return summariseDeliveries(this.store, query, this.clock.now());
  }
}
