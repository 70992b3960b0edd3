import { ApiProperty } from '@nestjs/swagger';

/** Falco says more than fits an observation of an agent of ours: rules may print whole command lines twice. */
export const FALCO_LIMIT = 128 * 1024;

/** Any JSON object is taken: what it means is decided by `fromFalco`. */
export const falcoSchema = {
  type: 'object',
  additionalProperties: true,
  description: 'One event of Falco, as it prints it with json_output: true',
};

/** The same for the API document. */
export const falcoBody = { ...falcoSchema, title: 'FalcoEvent' };

export const falcoExample = {
  hostname: 'node-7',
  output:
    '10:11:12.123456789: Notice Unexpected connection to K8s API Server from container (connection=192.0.2.15:43210->203.0.113.9:443)',
  output_fields: {
    'container.id': 'a1b2c3d4e5f6',
    'fd.l4proto': 'tcp',
    'fd.name': '192.0.2.15:43210->203.0.113.9:443',
    'fd.type': 'ipv4',
    'proc.cmdline': 'curl https://api.example.net',
    'proc.exepath': '/usr/bin/curl',
  },
  priority: 'Notice',
  rule: 'Contact K8S API Server From Container',
  source: 'syscall',
  tags: ['network', 'T1565'],
  time: '2026-03-03T10:11:12.123456789Z',
};

export class SkippedAnswer {
  @ApiProperty({ enum: ['skipped'] })
  readonly status!: 'skipped';
  @ApiProperty({ example: 'no Falco event: rule is missing' })
  readonly reason!: string;
}
