import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@parapet/contracts/openapi';
import { limitOf, type RawQuery, UserRoute } from '@parapet/chassis';
import { DestinationsView } from './destination.http';
import { UnknownDestinations } from './unknown-destinations';

/** Destinations that are listed, at most, and when nobody says how many. */
const MOST = 50;
const USUAL = 10;

@ApiTags('issues')
@Controller('v1/issues/destinations')
export class DestinationController {
  constructor(private readonly destinations: UnknownDestinations) {}

  @Get()
  @UserRoute('issues:read')
  @ApiOperation({
    operationId: 'listUnknownDestinations',
    summary: 'List where open issues went that no policy decided',
    description: 'Of the newest 20,000 open issues; at most 5 seconds old.',
  })
  @ApiQuery({
    ...{ name: 'limit', required: false },
    schema: { type: 'integer', minimum: 1, maximum: MOST, default: USUAL },
  })
  @ApiOkResponse({ type: DestinationsView })
  async list(@Query() query: RawQuery): Promise<DestinationsView> {
    const limit = limitOf(query, MOST) ?? USUAL;
    return { data: await this.destinations.top(limit) };
  }
}
