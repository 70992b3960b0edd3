import { ApiProperty, ApiPropertyOptional } from '@parapet/contracts/openapi';
import type { Settings } from '../settings/settings.config';
import type { StorageBytes } from '../storage/storage-bytes';

const BYTES = { type: 'integer', format: 'int64', minimum: 0 } as const;

/** How a service is. */
export class ServiceView {
  @ApiProperty({ example: 'ingest' })
  readonly name!: string;
  @ApiProperty({ description: 'Whether it gets traffic: one of its replicas is enough' })
  readonly ready!: boolean;
  @ApiProperty({
    ...{ type: [String], example: ['log: cannot be reached'] },
    description: 'What it waits for, and why; of each replica that is not ready',
  })
  readonly missing!: readonly string[];
}

/** Bytes on the disk of the house. */
export class StorageBytesView implements StorageBytes {
  @ApiProperty({ ...BYTES, example: 734003200 })
  readonly event_log!: number;
  @ApiProperty({ ...BYTES, example: 209715200 })
  readonly read_model!: number;
  @ApiProperty({ ...BYTES, example: 53687091200, description: 'Left on the disk of both' })
  readonly free!: number;
}

/** Where the house keeps what it knows. */
export class StorageView {
  @ApiProperty({ enum: ['embedded', 'kafka'] })
  readonly event_log!: Settings['eventLog'];
  @ApiProperty({ enum: ['embedded', 'mongodb'] })
  readonly read_model!: Settings['readModel'];
  @ApiPropertyOptional({ type: StorageBytesView, description: 'Only where both are embedded' })
  readonly bytes?: StorageBytesView;
}

/** What a house says of itself. */
export class AboutView {
  @ApiProperty({ example: '0.1.0' })
  readonly version!: string;
  @ApiProperty({ format: 'date-time', description: 'When the process that answers was started' })
  readonly started_at!: string;
  @ApiProperty({ type: [ServiceView], description: 'The process itself, and those behind it' })
  readonly services!: readonly ServiceView[];
  @ApiProperty({ type: StorageView })
  readonly storage!: StorageView;
}

/** Renders what `Readiness` says of a service. */
export function renderService(
  name: string,
  missing: Readonly<Record<string, string>>,
): ServiceView {
  const reasons = Object.entries(missing).map(([what, why]) => `${what}: ${why}`);
  return { name, ready: reasons.length === 0, missing: reasons };
}
