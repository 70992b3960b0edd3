import { Module } from '@nestjs/common';
import { DetectionModule } from '@parapet/detection';
import { GatewayModule } from '@parapet/gateway';
import { IngestModule } from '@parapet/ingest';
import { NotifierModule } from '@parapet/notifier';
import { RegistryModule } from '@parapet/registry';

/** All services in one process. */
@Module({
  imports: [GatewayModule, IngestModule, DetectionModule, RegistryModule, NotifierModule],
})
export class StandaloneModule {}
