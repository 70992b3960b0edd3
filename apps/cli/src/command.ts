import type { Settings } from '@parapet/chassis';

/** Where a command says what it has to say. */
export interface Terminal {
  /** A line for whoever asked: the answer. */
  out(line: string): void;
  /** A line beside the answer: progress, warnings. */
  say(line: string): void;
  /** Replaces the last line that was drawn, for a person who watches; undefined where nobody does. */
  readonly draw?: (line: string) => void;
}

/** What a command is given of the world. */
export interface Surroundings {
  readonly terminal: Terminal;
  /** Read when a command needs them: help works with settings that are wrong. @throws SettingsError */
  settings(): Settings;
  /** Milliseconds since 1970. */
  now(): number;
}

/** One word after `parapet`. */
export interface Command {
  readonly name: string;
  /** Lines for the help: how it is called, and what that does. */
  readonly usage: readonly (readonly [call: string, meaning: string])[];
  /** @throws Misuse when it was not called as `usage` says; Error with a sentence when it could not be done */
  run(args: readonly string[], around: Surroundings): Promise<void>;
}

/** The arguments are wrong: a sentence says what would be right. Ends with code 2. */
export class Misuse extends Error {
  override readonly name = 'Misuse';
}
