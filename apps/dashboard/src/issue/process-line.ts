import { member, objectOf, textIn } from './metadata';

/** One process of a line of descent, as far as it is known. */
export interface ProcessNode {
  /** Executable, else its name. */
  readonly name: string;
  readonly pid?: string;
  /** With arguments; left out where it says no more than the name. */
  readonly command?: string;
  /** Name of the user, else the number. */
  readonly user?: string;
  readonly cwd?: string;
}

/** Deeper than any sensor tells; what an agent nests deeper is left out. */
const MOST = 16;

/**
 * The process that did it, last, behind its ancestors, the oldest first, as far as metadata tells them: `process` with `parent`,
 * a name or a process of its own, and what Falco tells of ancestors in its fields. Empty where no process is told. Never throws.
 */
export function processLine(metadata: unknown): ProcessNode[] {
  const process = objectOf(member(metadata, 'process'));
  const self = process && nodeOf(process, textIn(metadata, 'user'));
  if (!self) return [];
  const ancestors = ancestorsOf(process, member(metadata, 'fields'));
  return [...ancestors.slice(0, MOST - 1).reverse(), self];
}

type Told = Readonly<Record<string, unknown>>;

function nodeOf(process: Told, user = textIn(process, 'user', 'uid')): ProcessNode | undefined {
  const command = commandOf(process);
  const name = textIn(process, 'executable', 'exe', 'binary', 'name') ?? command;
  if (name === undefined) return undefined;
  const more = { pid: textIn(process, 'pid'), user, cwd: textIn(process, 'cwd') };
  return { name, ...more, command: beyond(name, command) };
}

const beyond = (name: string, command: string | undefined): string | undefined =>
  command === name ? undefined : command;

/** As a shell would show it. */
function commandOf(process: Told): string | undefined {
  const command = textIn(process, 'command', 'command_line', 'cmdline');
  const args = member(process, 'args') ?? member(process, 'arguments');
  if (!Array.isArray(args)) return command;
  const words = [command, ...args.filter((arg) => typeof arg === 'string')];
  return words.filter((word) => word !== undefined).join(' ') || undefined;
}

/** The nearest first. */
function ancestorsOf(process: Told, fields: unknown): ProcessNode[] {
  const nested = member(process, 'parent');
  if (objectOf(nested)) return chainOf(nested);
  const name = textIn(process, 'parent');
  if (name === undefined) return [];
  const pid = textIn(process, 'parent_pid', 'ppid') ?? textIn(fields, 'proc.ppid');
  const command = textIn(process, 'parent_command') ?? textIn(fields, 'proc.pcmdline');
  return [{ name, pid, command: beyond(name, command) }, ...grandparentsOf(fields)];
}

function chainOf(told: unknown, depth = 1): ProcessNode[] {
  const process = objectOf(told);
  const next = process && nodeOf(process);
  if (!next || depth >= MOST) return [];
  return [next, ...chainOf(member(process, 'parent'), depth + 1)];
}

/** `proc.aname[2]` is the parent of the parent, and so on. */
function grandparentsOf(fields: unknown): ProcessNode[] {
  const found: ProcessNode[] = [];
  for (let depth = 2; depth < MOST; depth += 1) {
    const name = textIn(fields, `proc.aname[${depth}]`);
    if (name === undefined) break;
    found.push({ name, pid: textIn(fields, `proc.apid[${depth}]`) });
  }
  return found;
}
