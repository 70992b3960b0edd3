import type { Issue, PolicySelector } from '@parapet/contracts';

/** Which agents a proposal is about. `selector` is null for all of them. */
export interface AllowScope {
  readonly words: string;
  readonly selector: PolicySelector | null;
}

type Label = Exclude<keyof PolicySelector, 'platform'>;

/** Combinations of labels that say what an agent works on, the narrowest first. A node is none: work moves between nodes. */
const NARROWER: Readonly<Record<PolicySelector['platform'], readonly (readonly Label[])[]>> = {
  kubernetes: [['cluster', 'namespace'], ['namespace'], ['cluster']],
  github_actions: [['repository', 'workflow', 'job'], ['repository', 'workflow'], ['repository']],
};

const EVERYWHERE: AllowScope = { words: 'all agents', selector: null };

/** The scopes that an issue is in, as far as its agent's labels say, the narrowest first. */
export function allowScopes({ platform, labels }: Issue['subject']): AllowScope[] {
  if (platform === 'vanilla') return [EVERYWHERE];
  const known = NARROWER[platform].filter((names) => names.every((name) => name in labels));
  const narrower = known.map((names) => ({
    words: names.map((name) => `${name} ${labels[name]}`).join(', '),
    selector: { platform, ...Object.fromEntries(names.map((name) => [name, labels[name]])) },
  }));
  return [...narrower, EVERYWHERE];
}
