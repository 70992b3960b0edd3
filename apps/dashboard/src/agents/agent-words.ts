import type { AgentView } from '../api/generated/types.gen';

export const AGENT_STATUSES = ['connected', 'disconnected'] as const;
export const PLATFORMS = ['kubernetes', 'github_actions', 'vanilla'] as const;
export const MODES = ['detect', 'enforce'] as const;

export type AgentStatus = AgentView['status'];
export type Platform = AgentView['platform'];
export type Mode = AgentView['mode'];

export const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  kubernetes: 'Kubernetes',
  github_actions: 'GitHub Actions',
  vanilla: 'Host',
};

/** What each mode means, for who is to choose. */
export const MODE_MEANINGS: Readonly<Record<Mode, string>> = {
  detect:
    'It only tells. What it sees is recorded and judged; what its sensors would stop is shown as intended, not as blocked.',
  enforce:
    'It blocks. What its sensors kill or override is shown as blocked. Say so only where their own policies enforce: Parapet does not reach into the machine.',
};
