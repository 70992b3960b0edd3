import type { PolicyBody, PolicyRuleBody, PolicySelectorBody } from '../../api/generated/types.gen';

/** A word of policies that can be completed. */
export interface Word {
  readonly label: string;
  /** What it means. */
  readonly info: string;
  /** What is written; the word itself unless given. */
  readonly apply?: string;
}

/** What each key of a part of a policy means. */
type Meanings<Part> = Readonly<Record<keyof Part, string>>;

const OF_POLICY: Meanings<PolicyBody> = {
  name: 'What people call it, in one line',
  type: 'allow: raises no issue; block: always raises a critical one',
  scope: 'global: all agents; selected: those of the selector',
  selector: 'Which agents, with scope: selected',
  rules: 'The destinations it is about',
  enabled: 'false: kept, but not applied',
  description: 'Why there is this policy',
  metadata: 'Keys of your own, such as owner',
};

const OF_RULE: Meanings<PolicyRuleBody> = {
  pattern: 'example.com, "*.example.com", 192.0.2.7, 192.0.2.0/24 or "192.0.2.*"',
  comment: 'Why this destination; it is kept',
};

const OF_SELECTOR: Meanings<PolicySelectorBody> = {
  platform: 'Of what kind the agents are',
  cluster: 'Label of agents of kubernetes',
  namespace: 'Label of agents of kubernetes',
  node: 'Label of agents of kubernetes',
  repository: 'Such as acme/website',
  workflow: 'Label of agents of github_actions',
  job: 'Label of agents of github_actions',
};

const STARTS: Readonly<Record<string, string>> = {
  rules: 'rules:\n  - pattern: ',
  selector: 'selector:\n  platform: ',
  metadata: 'metadata:\n  ',
};

const keys = (meanings: Readonly<Record<string, string>>): readonly Word[] =>
  Object.entries(meanings).map(([label, info]) => ({
    ...{ label, info, apply: STARTS[label] ?? `${label}: ` },
  }));

/** The keys that may stand in a part of a policy, by the key of that part; those of the policy itself by the empty one. */
export const KEYS: ReadonlyMap<string, readonly Word[]> = new Map([
  ['', keys(OF_POLICY)],
  ['rules', keys(OF_RULE)],
  ['selector', keys(OF_SELECTOR)],
]);

/** The values that a key may have, where they can be counted. */
export const VALUES: ReadonlyMap<string, readonly Word[]> = new Map([
  [
    'type',
    [
      { label: 'allow', info: 'What goes there raises no issue' },
      { label: 'block', info: 'What goes there raises a critical issue, whatever allows it' },
    ],
  ],
  [
    'scope',
    [
      { label: 'global', info: 'All agents' },
      { label: 'selected', info: 'The agents of the selector' },
    ],
  ],
  [
    'enabled',
    [
      { label: 'true', info: 'Applied' },
      { label: 'false', info: 'Kept, but not applied' },
    ],
  ],
  [
    'platform',
    [
      { label: 'kubernetes', info: 'With cluster, namespace and node' },
      { label: 'github_actions', info: 'With repository, workflow and job' },
    ],
  ],
]);

/** Labels that agents of one platform have. */
export const LABELS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['kubernetes', ['cluster', 'namespace', 'node']],
  ['github_actions', ['repository', 'workflow', 'job']],
]);
