import type { Settings } from '@parapet/chassis';

/** Where a command says what it has to say. */
export interface Terminal {
  /** A line for whoever asked: the answer. */
  out(line: string): void;
  /** A line beside the answer: progress, warnings. */
  say(line: string): void;
  /** Replaces the last line that was drawn, for a person who watches; undefined where nobody does. */
  readonly draw?: (line: string) => void;
  /** Answers the line that a person types; an empty one when there is no more. Undefined where nobody sits. */
  readonly ask?: (question: string) => Promise<string>;
  /** The text in this colour, where answers are shown in colours. */
  paint(colour: Colour, text: string): string;
}

export type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'bold' | 'dim';

/** What a command is given of the world. */
export interface Surroundings {
  readonly terminal: Terminal;
  /** What is piped in, as it comes. */
  input(): AsyncIterable<Buffer>;
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Those of the services, read when a command needs them: help works with settings that are wrong. @throws SettingsError */
  settings(): Settings | Promise<Settings>;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * What a process ends with. 0: done. 1: it could not be done, a sentence says why. 2: it was called in a wrong way. 3: it was asked
 * whether anything differs, and something does.
 */
export type ExitCode = 0 | 1 | 2 | 3;

/** The arguments are wrong: a sentence says what would be right. Ends with code 2. */
export class Misuse extends Error {
  override readonly name = 'Misuse';
}
