import {
  type DescribedAnswer,
  document,
  type Operation,
  operationsOf,
  resolved,
} from './api-document';
import { schemaMistakes } from './schema-mistakes';

/** A request and what it was answered. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const { headers: knownHeaders, responses: knownResponses } = document.components;

/** Said of HTTP, or to browsers, on every answer; and by the router, of what the document does not know. */
const UNDESCRIBED: ReadonlySet<string> = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'],
  ...['content-security-policy', 'strict-transport-security', 'x-content-type-options'],
  ...['cross-origin-embedder-policy', 'cross-origin-opener-policy', 'cross-origin-resource-policy'],
  ...['referrer-policy', 'x-frame-options'],
]);

function headerMistakes(described: DescribedAnswer, { headers }: Exchange): readonly string[] {
  const names = new Set(Object.keys(described.headers).map((name) => name.toLowerCase()));
  const said = Object.keys(headers).filter((name) => headers[name] !== undefined);
  const strange = said.filter((name) => !names.has(name) && !UNDESCRIBED.has(name));
  const wrong = Object.entries(described.headers).flatMap(([name, part]) => {
    const { required, schema } = resolved(part, knownHeaders);
    const value = headers[name.toLowerCase()];
    if (value === undefined) return required ? [`the header ${name} is missing`] : [];
    const read = schema.type === 'integer' ? Number(value) : value;
    return schemaMistakes(schema, read, `the header ${name}`);
  });
  return [...wrong, ...strange.map((name) => `the header ${name} is not described`)];
}

function bodyMistakes(described: DescribedAnswer, exchange: Exchange): readonly string[] {
  if (exchange.method === 'HEAD') return [];
  const { text, headers } = exchange;
  if (!described.content) return text === '' ? [] : ['there is a body, and none is described'];
  const media = String(headers['content-type']).split(';', 1)[0] ?? '';
  const content = described.content[media];
  if (!content) return [`the media type ${media} is not described`];
  if (media !== 'application/json') return [];
  return schemaMistakes(content.schema, JSON.parse(text), 'the body');
}

/** What may be answered where the document knows no path, or no such method. */
const TO_STRANGERS = [400, 404, 405, 408, 413, 415, 429, 431, 503];

const operationOf = ({ method, path }: Exchange): Operation | undefined =>
  operationsOf(path)?.[method === 'HEAD' ? 'get' : method.toLowerCase()];

/** Where an answer is not as the API document says, as sentences. */
export function answerMistakes(exchange: Exchange): readonly string[] {
  const operation = operationOf(exchange);
  const { status } = exchange;
  if (!operation) return TO_STRANGERS.includes(status) ? [] : ['the route is not described'];
  const part = operation.responses[status];
  if (!part) return [`the status ${status} is not described`];
  const described = resolved(part, knownResponses);
  return [...headerMistakes(described, exchange), ...bodyMistakes(described, exchange)];
}

/** @throws Error that says where an answer is not as the API document says */
export function checkAgainstDocument(exchange: Exchange): void {
  const mistakes = answerMistakes(exchange);
  if (mistakes.length === 0) return;
  const { method, path, status, text } = exchange;
  throw new Error(
    `${method} ${path} was answered ${status}, not as the API document says: ${mistakes.join('; ')}\n${text.slice(0, 1_000)}`,
  );
}
