import type { LoggerService } from '@nestjs/common';
import { plain } from './plain-text';
import type { Terminal } from './surroundings';

/** Of the fields of a message those that whoever reads it needs: what, why, what to look at, and where. */
interface Told {
  readonly msg?: unknown;
  readonly err?: unknown;
  readonly reason?: unknown;
  readonly look?: unknown;
  readonly group?: unknown;
  readonly topic?: unknown;
  readonly position?: unknown;
}

const given = (part: unknown): boolean => part !== undefined;

function fieldsText({ msg, err, reason, look, ...where }: Told): string {
  const why = reason ?? (err instanceof Error ? err.message : undefined);
  const what = [[msg, why].filter(given).join(': '), look].filter(given).join('; ');
  const { group, topic, position } = where;
  const places = Object.entries({ group, topic, position }).filter(([, place]) => given(place));
  if (what === '' || places.length === 0) return what;
  return `${what} (${places.map(([name, place]) => `${name} ${String(place)}`).join(', ')})`;
}

const textOf = (message: unknown): string => {
  if (typeof message !== 'object' || message === null) return String(message);
  if (message instanceof Error) return message.message;
  return fieldsText(message) || JSON.stringify(message);
};

/** Lets the services that this process starts say warnings and errors, and no more, to whoever sits at the terminal. */
export async function plainLoggerAt(terminal: Pick<Terminal, 'say'>): Promise<LoggerService> {
  const { Logger } = await import('@nestjs/common');
  const logger = new PlainLogger(terminal);
  Logger.overrideLogger(logger);
  return logger;
}

/** Says warnings and errors of the house to whoever sits at the terminal, beside the answer. The rest is of no interest there. */
class PlainLogger implements LoggerService {
  constructor(private readonly terminal: Pick<Terminal, 'say'>) {}

  log(): void {}
  warn(message: unknown): void {
    this.terminal.say(plain(`warning: ${textOf(message)}`));
  }
  error(message: unknown): void {
    this.terminal.say(plain(`error: ${textOf(message)}`));
  }
  fatal(message: unknown): void {
    this.error(message);
  }
}
