import { Unavailable } from '@parapet/contracts';
import { MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb';

/** The id exists already. The only code that every server means alike. */
export const EXISTS = 11000;

/** Whether a write was refused because its id exists. */
export const exists = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === EXISTS;

/** Codes by which a server says that what was asked is wrong: asking again never helps. Everything else it says is a condition. */
const MISTAKES: ReadonlySet<unknown> = new Set([
  2,
  9,
  14,
  52,
  57,
  66,
  67,
  73,
  85,
  86,
  121,
  241,
  10334,
  17280,
  EXISTS,
]);
/** Driver errors about the call itself. */
const MISUSE =
  /^Mongo(InvalidArgument|MissingDependency|APIError|Parse|Aws|Compatibility|UnexpectedServerResponse)/;

/** What the server was given or told is wrong, and no waiting mends it. */
function isMistake(error: unknown): boolean {
  if (error instanceof MongoBulkWriteError && !onlyMistakes(error)) return false;
  if (error instanceof MongoServerError) return MISTAKES.has(error.code);
  if (error instanceof MongoError) return MISUSE.test(error.name);
  return !isOfNameServers(error);
}

/** Name servers did not say where the servers are, as they are asked for `mongodb+srv://`: the driver tells that as it comes. */
const isOfNameServers = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && /^query/.test(String(error.syscall));

/** A bulk has the code of its first failure; behind it may be one that waiting mends, and then the whole may come again. */
const onlyMistakes = ({ writeErrors, result }: MongoBulkWriteError): boolean =>
  !result.getWriteConcernError() && [writeErrors].flat().every(({ code }) => MISTAKES.has(code));

/** The server undid all of one command, because another held what it needed. Asking again helps, at once. */
export function isUndone(error: unknown): boolean {
  if (!(error instanceof MongoServerError) || isPartly(error)) return false;
  if (error.code === 112 || error.code === 251) return true;
  return /deadlock detected|could not serialize|concurrent update/i.test(error.message);
}

/** Some of a bulk went well: sent again as a whole, it would be done twice. */
const isPartly = (error: MongoServerError): boolean =>
  error instanceof MongoBulkWriteError && [error.writeErrors].flat().length > 0;

/** Whether the server itself answered, be it with a refusal. */
export const isAnswer = (error: unknown): boolean => error instanceof MongoServerError;

/** The server gave up what took longer than it was told to take. */
export const isOutOfTime = (error: unknown): boolean =>
  error instanceof Unavailable &&
  error.cause instanceof MongoServerError &&
  error.cause.code === 50;

/** What somebody must change before the server and this process come together, in a sentence: its stack would say nothing of that. */
export class MongoRefusal extends Error {
  override readonly name = 'MongoRefusal';
}

/** What an operator is told where the server refuses who is asking, by its code: a setting is wrong. */
const REFUSALS: ReadonlyMap<unknown, string> = new Map([
  [
    18,
    'MongoDB does not let this process in: look at user, password and authSource in MONGODB_URL',
  ],
  [
    13,
    'MongoDB does not let this process work: the user in MONGODB_URL needs readWrite on its database',
  ],
]);

/** By which code Atlas says all that it refuses. */
const OF_ATLAS = 8000;

/** The code by which MongoDB itself says the same. */
function codeOf({ code, message }: MongoServerError): unknown {
  if (code !== OF_ATLAS) return code;
  if (/^bad auth/i.test(message)) return 18;
  return /not allowed to do action/i.test(message) ? 13 : code;
}

/** The same as a sentence with what the server said; undefined for any other error. */
export function refusalOf(error: unknown): string | undefined {
  const sentence = error instanceof MongoServerError && REFUSALS.get(codeOf(error));
  return sentence ? `${sentence} (${error.message})` : undefined;
}

const SILENT = 'The read model does not answer';

/** What a caller is told: a mistake stays what it is, everything else is `Unavailable`. */
export function explained(error: unknown): unknown {
  if (error instanceof Unavailable || isMistake(error)) return error;
  const why = error instanceof Error ? error.message : String(error);
  const said = refusalOf(error) ?? `${SILENT}: ${why}`;
  return new Unavailable(said, 1, { told: SILENT, cause: error });
}
