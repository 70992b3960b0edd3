import { ApiProperty } from '@parapet/contracts/openapi';

const word = { type: 'string', minLength: 1, maxLength: 255 } as const;

/** The optional body of a heartbeat. Unknown properties are ignored. */
export const heartbeatSchema = {
  type: 'object',
  nullable: true,
  properties: {
    version: { ...word, description: 'Version of the agent software' },
    hostname: { ...word, description: 'Name of the host it runs on' },
  },
} as const;

/** The same for the API document. */
export const heartbeatBody = { ...heartbeatSchema, title: 'Heartbeat' };

export const heartbeatExample = { version: '1.14.2', hostname: 'node-7' };

export interface HeartbeatBody {
  readonly version?: string;
  readonly hostname?: string;
}

export class HeartbeatAnswer {
  @ApiProperty({ enum: ['ok'], example: 'ok' })
  readonly status!: 'ok';
}
