import { isoTime, SEVERITIES, type Severity } from '@parapet/contracts';
import { plainJson } from '../plain-text';
import type { Surroundings } from '../surroundings';
import type { Message } from './read-messages';
import { type IssueHeard, tailText } from './tail-text';

/** How what happens is to be shown. */
export interface TailHow {
  readonly json: boolean;
  /** Only issues of this severity or a higher one. */
  readonly severity: Severity | undefined;
  /** Said once, when it listens. */
  readonly greeting: string;
}

/** Shows messages on a terminal, one a line. */
export class TailView {
  /** Lines shown so far. */
  lines = 0;
  private greeted = false;

  constructor(
    private readonly how: TailHow,
    private readonly around: Pick<Surroundings, 'terminal' | 'now'>,
  ) {}

  show(message: Message): void {
    const { terminal } = this.around;
    if (message.type === 'ready') this.greet();
    if (message.type === 'reset')
      terminal.say('More happened meanwhile than can be told: the list of issues has all of it.');
    const line = this.isWanted(message) ? this.lineOf(message) : null;
    if (line === null) return;
    terminal.out(line);
    this.lines += 1;
  }

  private greet(): void {
    if (!this.greeted) this.around.terminal.say(this.how.greeting);
    this.greeted = true;
  }

  private isWanted({ type, data }: Message): boolean {
    if (!type.startsWith('issue.')) return type.startsWith('agent.');
    const { severity } = this.how;
    if (severity === undefined) return true;
    return SEVERITIES.indexOf((data as IssueHeard).severity) <= SEVERITIES.indexOf(severity);
  }

  private lineOf(message: Message): string | null {
    const { terminal, now } = this.around;
    return this.how.json ? plainJson(message) : tailText(message, isoTime(now()), terminal);
  }
}
