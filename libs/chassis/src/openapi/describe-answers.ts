import type { Access } from '../http/route';
import { headersOf, refersTo } from './answer-headers';
import type { ErrorAnswers } from './error-answers';
import { refusalOf, type RefusalName, REFUSALS } from './refusals';

/** The part of an OpenAPI operation that is completed here. */
export interface Operation {
  description?: string;
  security?: readonly object[];
  readonly parameters?: readonly { readonly in: string }[];
  responses?: Record<string, Answer>;
}
interface Answer {
  description?: string;
  headers?: object;
  content?: object;
  $ref?: string;
}

/** A route whose answers are described. */
export interface Described {
  readonly method: string;
  /** As the document writes it: `/v1/issues/{issue_id}`. */
  readonly path: string;
  readonly access: Access;
}

/** What a success is where the route has no words of its own for it. */
const DONE: Readonly<Record<string, string>> = {
  ...{ 200: 'As asked', 201: 'Created', 202: 'It will be done', 204: 'Done' },
};

/** Rate limits are said of everything under /v1. */
const isLimited = ({ path }: Described): boolean => path.startsWith('/v1/');

/** Which errors the door, the parsers and the server can give before, or instead of, the handler's answer. */
function refusalsOf(operation: Operation, route: Described): readonly RefusalName[] {
  const { method, access } = route;
  const names: RefusalName[] = ['BadRequest', 'RequestTimeout', 'HeadersTooLarge', 'InternalError'];
  if (isLimited(route)) names.push('TooManyRequests', 'Unavailable');
  if (access.who !== 'anyone') names.push('Unauthorized');
  if (access.who === 'user') names.push('Forbidden');
  if (operation.parameters?.some((parameter) => parameter.in === 'path')) names.push('NotFound');
  // A body that is not asked for is read and refused all the same.
  if (method !== 'GET') names.push('PayloadTooLarge', 'UnsupportedMediaType');
  return names;
}

/** Completes one operation: the errors that it may answer, their bodies, and the headers of all its answers. */
export function describeAnswers(
  operation: Operation,
  route: Described,
  errors: ErrorAnswers,
): void {
  const answers = (operation.responses ??= {});
  for (const name of refusalsOf(operation, route))
    answers[REFUSALS[name].status] ??= { description: '' };
  const limited = isLimited(route);
  const { shape } = route.access;
  for (const [status, answer] of Object.entries(answers)) {
    const name = answer.content ? undefined : refusalOf(Number(status));
    answers[status] = name
      ? errors.describe({ name, shape, limited }, answer.description)
      : done(answer, status, limited);
  }
  describeAccess(operation, route.access);
}

function describeAccess(operation: Operation, access: Access): void {
  if (access.who === 'anyone') operation.security = [];
  if (access.who !== 'user' || access.permission === null) return;
  const named = `\`${access.permission}\``;
  const { description = '' } = operation;
  if (description.includes(named)) return;
  operation.description = `${description} Needs the permission ${named}.`.trimStart();
}

const done = (answer: Answer, status: string, limited: boolean): Answer => ({
  ...answer,
  description: answer.description || (DONE[status] ?? ''),
  headers: { ...refersTo(headersOf(status, limited)), ...answer.headers },
});
