import { errorBody, type ErrorShape } from '@parapet/contracts';
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

/** Responses for errors, each described once and referred to: those that were asked for. */
export class ErrorAnswers {
  readonly components: Record<string, ErrorAnswer> = {};

  /** The name of the response for an error of a route. `limited`: rate limits are said of it. */
  refer(name: RefusalName, shape: ErrorShape, limited: boolean): string {
    const used = usedShape(shape, REFUSALS[name].status);
    const key = `${limited ? '' : 'Plain'}${SHAPES[used].prefix}${name}`;
    this.components[key] ??= answerOf(name, used, limited);
    return key;
  }
}

/** Only status 400 has the shape of agent creation. */
const usedShape = (shape: ErrorShape, status: number): ErrorShape =>
  shape === 'agent_creation' && status !== 400 ? 'general' : shape;

function answerOf(name: RefusalName, shape: ErrorShape, limited: boolean): ErrorAnswer {
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
