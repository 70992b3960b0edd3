import { Module } from '@nestjs/common';
import { DetectionModule } from '@parapet/detection';
import { IngestModule } from '@parapet/ingest';
import { NotifierModule } from '@parapet/notifier';
import { RegistryModule } from '@parapet/registry';

/** Every service that keeps documents: what a rebuild makes again. */
@Module({ imports: [IngestModule, DetectionModule, RegistryModule, NotifierModule] })
export class ServicesModule {}
