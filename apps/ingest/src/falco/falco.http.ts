import { applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  getSchemaPath,
} from '@parapet/contracts/openapi';
import { boundsText, LinesAnswer } from '../ndjson/ndjson.http';
import { LINES_TAKEN, SENSOR_LINES, SkippedAnswer } from '../sensor/sensor.http';

/** Any JSON object is taken: what it means is decided by `fromFalco`. */
export const falcoSchema = {
  type: 'object',
  additionalProperties: true,
  description: 'One event of Falco, as it prints it with json_output: true',
};

const falcoExample = {
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

const example = { connection: { value: falcoExample } };
const lines = { lines: { value: `${JSON.stringify(falcoExample)}\n` } };

/** What the operation takes, for the API document: one event, or many. */
export const ApiFalcoOperation = (): MethodDecorator =>
  ApiOperation({
    operationId: 'putFalcoEvent',
    summary: 'Send one event of a Falco sensor, or many',
    requestBody: {
      required: false,
      description: `One event as JSON, or many as lines: ${boundsText(SENSOR_LINES)}`,
      content: {
        'application/json': { schema: { ...falcoSchema, title: 'FalcoEvent' }, examples: example },
        'application/x-ndjson': { schema: { type: 'string' }, examples: lines },
      },
    },
  });

/** What is answered with 200: of one event that it is not kept, of lines what became of each. */
export const ApiFalcoTaken = (): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(LinesAnswer, SkippedAnswer),
    ApiOkResponse({
      description: `Of one event: nothing that is kept as an event. Of lines: ${LINES_TAKEN}`,
      schema: {
        oneOf: [SkippedAnswer, LinesAnswer].map((type) => ({ $ref: getSchemaPath(type) })),
      },
    }),
  );
