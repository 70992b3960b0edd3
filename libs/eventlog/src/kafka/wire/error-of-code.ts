import { createErrorFromCode } from 'kafkajs/src/protocol/error';

/** What Kafka means by a code, as kafkajs throws it; undefined for 0, which means that all is well. */
export const errorOfCode = (code: number): Error | undefined =>
  code === 0 ? undefined : createErrorFromCode(code);
