import '@parapet/chassis/first';
import { readSettings, runMain, start } from '@parapet/chassis';
import { IngestModule } from './ingest.module';

runMain(() => start({ name: 'ingest', module: IngestModule, settings: readSettings(process.env) }));
