import type { Dispatcher } from 'undici';

/** Answers up to here are taken whole, at once. */
const WHOLE_BYTES = 64 * 1024;

/** What there is of an answer: no body, a small one to be taken at once, or a large one (or of unknown size) to be passed on. */
export type AnswerSize = 'none' | 'small' | 'large';

/** The size of what was answered to a request of this method, as it was announced. */
export function sizeOf(
  method: string,
  { statusCode, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>,
): AnswerSize {
  if (method === 'HEAD' || statusCode === 204 || statusCode === 304) return 'none';
  return Number(headers['content-length'] ?? Infinity) <= WHOLE_BYTES ? 'small' : 'large';
}
