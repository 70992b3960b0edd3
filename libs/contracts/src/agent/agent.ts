import type { LogEvent } from '../event';
import { type AgentCount, type Counted, evolveCounted } from './agent-tally';
import { isAhead } from './clocks-apart';
import { isNext, type MakesVersion, type Versioned, versioned } from '../versioned';

export const AGENT_KINDS = ['github', 'github_actions', 'kubernetes', 'vanilla', 'host'] as const;
export type AgentKind = (typeof AGENT_KINDS)[number];
export const PLATFORMS = ['github_actions', 'kubernetes', 'vanilla'] as const;
export type Platform = (typeof PLATFORMS)[number];
export const AGENT_MODES = ['detect', 'enforce'] as const;
export type AgentMode = (typeof AGENT_MODES)[number];

/** What observations and issues carry of their agent. Absent keys are left out. */
export interface AgentContext {
  readonly id: string;
  readonly platform: Platform;
  readonly hostname: string;
  readonly cluster?: string;
  readonly node?: string;
  readonly mode: AgentMode;
  /** All labels: policies with a selector are matched against them. */
  readonly labels: Readonly<Record<string, string>>;
}

/** State of an agent. */
export interface Agent extends Versioned, Counted {
  readonly id: string;
  readonly name: string;
  readonly os: string;
  readonly ip?: string;
  readonly kind: AgentKind;
  readonly labels: Readonly<Record<string, string>>;
  readonly mode: AgentMode;
  /** SHA-256 of the token, hex. */
  readonly token_digest: string;
  readonly created_at: string;
  readonly last_seen: string;
  /** As last reported by a heartbeat. */
  readonly reported_version?: string;
  readonly reported_hostname?: string;
  readonly deleted?: true;
}

export type AgentCreated = LogEvent<
  'AgentCreated',
  MakesVersion & {
    readonly agent_id: string;
    readonly name: string;
    readonly os: string;
    readonly ip?: string;
    readonly kind: AgentKind;
    readonly labels: Readonly<Record<string, string>>;
    readonly token_digest: string;
    /** Only with an `Idempotency-Key`: base64url SHA-256 of the description as canonical JSON. */
    readonly request_digest?: string;
  }
>;
export type AgentModeChanged = LogEvent<
  'AgentModeChanged',
  MakesVersion & { readonly agent_id: string; readonly mode: AgentMode }
>;
export type AgentTokenRotated = LogEvent<
  'AgentTokenRotated',
  MakesVersion & { readonly agent_id: string; readonly token_digest: string }
>;
export type AgentDeleted = LogEvent<'AgentDeleted', MakesVersion & { readonly agent_id: string }>;
/**
 * What an agent says of itself, where that is another thing than before. Not versioned: the latest time wins, unless a clock was ahead.
 * From before there were sightings (`AgentSighted`) there is one for each of these.
 */
export type AgentSeen = LogEvent<
  'AgentSeen',
  {
    readonly agent_id: string;
    readonly last_seen: string;
    readonly version?: string;
    readonly hostname?: string;
    /** What came of what it sent, from before there were sightings. */
    readonly count?: AgentCount;
  }
>;
/** Topic `agents`, key = agent id. */
export type AgentEvent =
  AgentCreated | AgentModeChanged | AgentTokenRotated | AgentDeleted | AgentSeen;

function create(event: AgentCreated): Agent {
  const { agent_id, version, ...rest } = event.data;
  const born = { created_at: event.time, last_seen: event.time };
  const made = versioned(undefined, version, event.id);
  return { id: agent_id, mode: 'detect', ...rest, ...made, ...born };
}

/** Whether it has been seen since it was made; maybe at an earlier time, where the clock that made it was ahead. */
export const wasSeen = (agent: Pick<Agent, 'last_seen' | 'created_at'>): boolean =>
  agent.last_seen !== agent.created_at;

/** Whether somebody whose clock was ahead saw or made the agent: its time had not come yet when this fact was written. */
const wasAhead = (state: Agent, { time }: AgentSeen): boolean =>
  isAhead(Date.parse(state.last_seen), Date.parse(time));

function see(before: Agent, fact: AgentSeen): Agent {
  const { data } = fact;
  const state = data.count ? evolveCounted(before, data.count) : before;
  const isLater = data.last_seen > state.last_seen || wasAhead(state, fact);
  // Of reports in the wrong order the later one counts; the first report counts even if its clock is behind.
  const late = data.last_seen < state.last_seen && wasSeen(state);
  if (late && !isLater) return state;
  return {
    ...state,
    last_seen: isLater ? data.last_seen : state.last_seen,
    ...(data.version !== undefined && { reported_version: data.version }),
    ...(data.hostname !== undefined && { reported_hostname: data.hostname }),
  };
}

function change(state: Agent, event: AgentModeChanged | AgentTokenRotated | AgentDeleted): Agent {
  const made = versioned(state, event.data.version, event.id);
  switch (event.type) {
    case 'AgentModeChanged':
      return { ...state, ...made, mode: event.data.mode };
    case 'AgentTokenRotated':
      return { ...state, ...made, token_digest: event.data.token_digest };
    case 'AgentDeleted':
      return { ...state, ...made, deleted: true };
    default:
      return state;
  }
}

/** Folds one event into an agent. A void event (not the next version, or of a deleted agent) changes nothing. */
export function evolveAgent(state: Agent | undefined, event: AgentEvent): Agent | undefined {
  if (state?.deleted) return state;
  if (event.type === 'AgentSeen') return state && see(state, event);
  if (!isNext(state, event.data)) return state;
  return event.type === 'AgentCreated' ? create(event) : state && change(state, event);
}

/** `github` and `github_actions` are one platform, `host` is another word for `vanilla`. */
export function platformOf(kind: AgentKind): Platform {
  if (kind === 'kubernetes') return 'kubernetes';
  return kind === 'github' || kind === 'github_actions' ? 'github_actions' : 'vanilla';
}

/** What an agent is called: what its last heartbeat said, else its name. Nothing but blanks is no name: it could not be seen. */
export const hostnameOf = ({ reported_hostname: reported = '', name }: Agent): string =>
  reported.trim() === '' ? name : reported;

/** The part of an agent that its observations carry. */
export function agentContext(agent: Agent): AgentContext {
  const { cluster, node } = agent.labels;
  return {
    id: agent.id,
    platform: platformOf(agent.kind),
    hostname: hostnameOf(agent),
    ...(cluster !== undefined && { cluster }),
    node: node ?? hostnameOf(agent),
    mode: agent.mode,
    labels: agent.labels,
  };
}
