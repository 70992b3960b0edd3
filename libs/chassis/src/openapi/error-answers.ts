import { errorBody, type ErrorShape, shapeAt } from '@parapet/contracts';
import { headersOf, refersTo } from './answer-headers';
import { OTHER_WORDS, type RefusalName, REFUSALS } from './refusals';

/** What each shape is called: before the names of its responses, and its body. */
const SHAPES = {
  general: { prefix: '', schema: 'ErrorBody' },
  agent: { prefix: 'Agent', schema: 'AgentErrorBody' },
  agent_creation: { prefix: 'Creation', schema: 'CreationErrorBody' },
} as const satisfies Record<ErrorShape, object>;

/** A response that describes an error. */
export interface ErrorAnswer {
  readonly description: string;
  readonly headers: Record<string, { $ref: string }>;
  readonly content: Record<string, { schema: { $ref: string }; example: object }>;
}

/** An error of a route. */
export interface RouteError {
  readonly name: RefusalName;
  readonly shape: ErrorShape;
  /** Rate limits are said of the route. */
  readonly limited: boolean;
}

/** Responses for errors, each described once and referred to: those that were asked for. */
export class ErrorAnswers {
  readonly components: Record<string, ErrorAnswer> = {};

  /** A reference; or the answer whole, where the route has words of its own for it. */
  describe(error: RouteError, ownWords: string | undefined): ErrorAnswer | { $ref: string } {
    const { name, limited } = error;
    const shape = shapeAt(REFUSALS[name].status, error.shape);
    const answer = answerOf({ name, shape, limited });
    if (ownWords) return { ...answer, description: ownWords };
    const key = `${limited ? '' : 'Plain'}${SHAPES[shape].prefix}${name}`;
    this.components[key] = answer;
    return { $ref: `#/components/responses/${key}` };
  }
}

function answerOf({ name, shape, limited }: RouteError): ErrorAnswer {
  const { status, description, problem } = REFUSALS[name];
  const said = (shape !== 'general' && OTHER_WORDS[shape][name]) || problem;
  return {
    description,
    headers: refersTo(headersOf(status, limited)),
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${SHAPES[shape].schema}` },
        example: errorBody(said, shape),
      },
    },
  };
}
