import type { AgentMode, ObservationVerdict } from '@parapet/contracts';
import type { Members } from '../sensor/members';
import { text } from './tetragon-fields';
import type { TetragonPart } from './tetragon-kind';

/** Actions that keep something from happening, where Tetragon enforces. */
const PREVENTING = /^KPROBE_ACTION_(SIGKILL|OVERRIDE|NOTIFYENFORCER)$/;

interface Judgement {
  readonly verdict: ObservationVerdict;
  /** What the tracing policy asks for: `sigkill`, `override`, `notifyenforcer`. */
  readonly intended_action?: string;
}

/** What every Tetragon tells of every process, asked or not: nobody found fault with it. */
const UNASKED: ReadonlySet<string> = new Set(['process_exec', 'process_exit', 'process_loader']);

/**
 * Tetragon writes the action that a policy names also where it only monitors: it proves nothing, unless the agent is said to
 * enforce.
 */
export function judge({ name, part }: TetragonPart, mode: AgentMode): Judgement {
  if (UNASKED.has(name)) return { verdict: 'allowed' };
  const action = preventing(part);
  if (action === undefined) return { verdict: 'detected' };
  return { verdict: mode === 'enforce' ? 'blocked' : 'detected', intended_action: action };
}

/** `action` is taken when a function is entered, `return_action` when it returns. */
function preventing(part: Members): string | undefined {
  const actions = [text(part, 'action'), text(part, 'return_action')];
  const found = actions.find((action) => action !== undefined && PREVENTING.test(action));
  return found?.replace(PREVENTING, '$1').toLowerCase();
}
