import type { LoggerService } from '@nestjs/common';
import type { Terminal } from './surroundings';

const textOf = (message: unknown): string => {
  if (typeof message !== 'object' || message === null) return String(message);
  if (message instanceof Error) return message.message;
  const { msg, err } = message as { msg?: unknown; err?: unknown };
  const reason = err instanceof Error ? err.message : undefined;
  return [msg, reason].filter((part) => part !== undefined).join(': ') || JSON.stringify(message);
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
    this.terminal.say(`warning: ${textOf(message)}`);
  }
  error(message: unknown): void {
    this.terminal.say(`error: ${textOf(message)}`);
  }
  fatal(message: unknown): void {
    this.error(message);
  }
}
