import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@parapet/contracts/openapi';
import { UserRoute } from '../http/route';
import { Settings } from '../settings/settings.config';
import { storageBytes } from '../storage/storage-bytes';
import { AboutView, renderService } from './about.http';
import { Readiness } from './readiness';
import { ThisProcess } from './this-process';

/** What a process that keeps something says of itself; in front of several, the gateway adds the others. */
@ApiTags('operations')
@Controller('v1/about')
export class AboutController {
  constructor(
    private readonly self: ThisProcess,
    private readonly readiness: Readiness,
    private readonly settings: Settings,
  ) {}

  @Get()
  @UserRoute(null)
  @ApiOperation({
    operationId: 'getAbout',
    summary: 'The version of the house, how its services are, and its storage',
    description: 'Any user token, or a session.',
  })
  @ApiOkResponse({ type: AboutView })
  async read(): Promise<AboutView> {
    const { eventLog, readModel } = this.settings;
    const [missing, bytes] = await Promise.all([
      this.readiness.missing(),
      storageBytes(this.settings),
    ]);
    return {
      ...{ version: this.self.version, started_at: this.self.startedAt },
      services: [renderService(this.self.name, missing)],
      storage: { event_log: eventLog, read_model: readModel, ...(bytes && { bytes }) },
    };
  }
}
