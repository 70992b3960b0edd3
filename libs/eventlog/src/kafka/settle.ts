import { Unavailable } from '@parapet/contracts';
import type { AppendPart } from './append-part';
import { asUnavailable, isReplicaLate, isWrong } from './kafka-errors';
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
  if (error && isWrong(error)) part.failure = error;
  else if (error && part.isLate) part.failure = asUnavailable(error);
  else if (error) return error;
  else if (answer && answer.base >= 0) part.base = answer.base;
  else part.failure = new Unavailable(`Kafka told no offset for ${kafkaTopic}/${part.partition}`);
  return undefined;
}
