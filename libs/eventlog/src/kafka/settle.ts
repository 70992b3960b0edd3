import { Unavailable } from '@parapet/contracts';
import type { AppendPart } from './append-part';
import { asUnavailable, isForbidden, isReplicaLate, isWrong } from './kafka-errors';
import { mayNotWrite } from './write-permits';
import { errorOfCode } from './wire/error-of-code';
import type { Produced } from './wire/produce';

/**
 * Rule 1: a partition that is missing in the answer, or has no offset there, is not written.
 * @returns the error when it is worth another try
 */
export function settle(
  part: AppendPart,
  kafkaTopic: string,
  answers: readonly Produced[],
): Error | undefined {
  const answer = answers.find((a) => a.topic === kafkaTopic && a.partition === part.partition);
  const error = errorOfCode(answer?.code ?? 0);
  part.isLate = isReplicaLate(error);
  if (error) {
    part.failure = finalOf(error, kafkaTopic);
    return part.failure ? undefined : error;
  }
  if (answer && answer.base >= 0) part.base = answer.base;
  else part.failure = new Unavailable(`Kafka told no offset for ${kafkaTopic}/${part.partition}`);
  return undefined;
}

/** What is told the callers of what no other try mends; undefined of what one may. */
function finalOf(error: Error, kafkaTopic: string): Error | undefined {
  if (isForbidden(error)) return mayNotWrite(kafkaTopic, error);
  return isWrong(error) || isReplicaLate(error) ? asUnavailable(error) : undefined;
}
