import type { LoggerService } from '@nestjs/common';
import { withoutSecrets } from '@parapet/contracts';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { jsonEscape } from '../list/json-escape';
import type { Settings } from '../settings/settings.config';

/** Never logged, wherever they stand. */
const SECRETS = [
  'authorization',
  '*.authorization',
  'cookie',
  '*.cookie',
  'token',
  '*.token',
  'secret',
  '*.secret',
];

/**
 * What a terminal may obey or a reader take for the end of a line, and JSON leaves as it is: DEL, the second half of the control
 * characters, line separators, marks of direction, the byte order mark.
 */
const UNSEEN = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * A logger that writes one JSON object a line. Nobody can forge a line by what an agent sends: JSON escapes most control characters,
 * and the others are escaped in the same way.
 */
export const pinoTo = (
  level: Settings['logLevel'],
  to: DestinationStream,
  service = 'parapet',
): Logger =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRETS, censor: '[secret]' },
      serializers: { err: stdSerializers.err },
      // What is quoted in a message or a stack is under no key.
      hooks: { streamWrite: (line) => withoutSecrets(line).replace(UNSEEN, jsonEscape) },
    },
    to,
  );

/** The process's logger, on stdout; every line names the service. Written at once, so that nothing is lost when the process ends. */
export const makePino = (level: Settings['logLevel'], service?: string): Logger =>
  pinoTo(level, pino.destination({ dest: 1, sync: true }), service);

const fieldsOf = (message: unknown): object => {
  if (message instanceof Error) return { err: message };
  return typeof message === 'object' && message !== null ? message : { msg: String(message) };
};

/** Contexts in which Nest tells how it builds the application: of interest only to who debugs that. */
const BUILDING = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'NestMicroservice',
  'RouterExplorer',
  'RoutesResolver',
]);

/** In which Nest tells of what it throws besides: whoever started the process says it, in words for whoever can mend it. */
const THROWN = 'ExceptionHandler';

/** Nest's loggers, writing by pino. Nest passes the context as the last parameter, and a stack before it for errors. */
export class PinoLogger implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log(message: unknown, ...more: unknown[]): void {
    const line = this.line(message, more);
    if (BUILDING.has(String(more.at(-1)))) this.pino.debug(line);
    else this.pino.info(line);
  }
  error(message: unknown, ...more: unknown[]): void {
    const line = this.line(message, more);
    if (more.at(-1) === THROWN) this.pino.debug(line);
    else this.pino.error(line);
  }
  warn(message: unknown, ...more: unknown[]): void {
    this.pino.warn(this.line(message, more));
  }
  debug(message: unknown, ...more: unknown[]): void {
    this.pino.debug(this.line(message, more));
  }
  verbose(message: unknown, ...more: unknown[]): void {
    this.pino.trace(this.line(message, more));
  }
  fatal(message: unknown, ...more: unknown[]): void {
    this.pino.fatal(this.line(message, more));
  }

  private line(message: unknown, more: readonly unknown[]): object {
    const context = more.at(-1);
    const detail = more.slice(0, -1).filter((part) => part !== undefined);
    return { context, ...fieldsOf(message), ...(detail.length > 0 && { detail }) };
  }
}
