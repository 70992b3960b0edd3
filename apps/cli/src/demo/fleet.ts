/** What the demo's agents are, as POST /v1/agents takes them. */
export interface DemoAgent {
  readonly name: string;
  readonly os: 'linux';
  readonly kind: 'github_actions' | 'kubernetes';
  readonly mode: 'detect' | 'enforce';
  readonly labels: Readonly<Record<string, string>>;
}

/** The demo's policies hold for these alone: whatever else a house watches is judged as before. */
const REPOSITORY = 'parapet-demo/shop';
const CLUSTER = 'parapet-demo';

const runner = (name: string, mode: DemoAgent['mode'] = 'detect'): DemoAgent => ({
  ...{ name, os: 'linux', kind: 'github_actions', mode },
  labels: { repository: REPOSITORY, workflow: 'build', job: name },
});

const node = (name: string): DemoAgent => ({
  ...{ name, os: 'linux', kind: 'kubernetes', mode: 'detect' },
  labels: { cluster: CLUSTER, node: name },
});

/** Three runners that build a shop, and the three nodes on which it runs. */
export const FLEET = {
  'demo-runner-1': runner('demo-runner-1'),
  'demo-runner-2': runner('demo-runner-2'),
  'demo-runner-3': runner('demo-runner-3', 'enforce'),
  'demo-node-1': node('demo-node-1'),
  'demo-node-2': node('demo-node-2'),
  'demo-node-3': node('demo-node-3'),
} as const satisfies Readonly<Record<string, DemoAgent>>;

export type AgentName = keyof typeof FLEET;
const isOfFleet = (name: string): name is AgentName => name in FLEET;
export const AGENT_NAMES: readonly AgentName[] = Object.keys(FLEET).filter(isOfFleet);

const BUILDS = { platform: 'github_actions', repository: REPOSITORY } as const;
const SHOP = { platform: 'kubernetes', cluster: CLUSTER } as const;

interface Rule {
  readonly pattern: string;
  readonly comment: string;
}

/** A policy as POST and PUT take it. */
export interface DemoPolicy {
  readonly name: string;
  readonly type: 'allow' | 'block';
  readonly scope: 'selected';
  readonly selector: typeof BUILDS | typeof SHOP;
  readonly rules: readonly Rule[];
}

/** What the cluster is expected to reach. */
const SHOP_EGRESS: DemoPolicy = {
  ...{ name: 'Demo: what the shop reaches', type: 'allow', scope: 'selected', selector: SHOP },
  rules: [
    { pattern: '**.svc.cluster.local', comment: 'services of the cluster' },
    { pattern: '*.acme.example', comment: 'our own databases and queues' },
    { pattern: '10.20.0.0/16', comment: 'the same, to sensors that know addresses only' },
    { pattern: 'api.payments.example', comment: 'card payments' },
  ],
};

/** What is expected of the fleet, and what is forbidden. */
export const POLICIES: readonly DemoPolicy[] = [
  {
    ...{ name: 'Demo: what builds reach', type: 'allow', scope: 'selected', selector: BUILDS },
    rules: [
      { pattern: 'github.com', comment: 'source' },
      { pattern: '*.github.com', comment: 'its API and releases' },
      { pattern: '*.acme.example', comment: 'packages and artifacts' },
    ],
  },
  SHOP_EGRESS,
  {
    ...{ name: 'Demo: mining pools', type: 'block', scope: 'selected', selector: SHOP },
    rules: [{ pattern: '**.pool.example', comment: 'nobody here mines' }],
  },
];

/** The API server of the cluster, whose address the first version of the policy has forgotten. */
export const API_SERVER = '10.96.0.1';

/** The policy after somebody has looked at the noise: its issue is resolved by it. */
export const MENDED_POLICY: DemoPolicy = {
  ...SHOP_EGRESS,
  rules: [...SHOP_EGRESS.rules, { pattern: API_SERVER, comment: 'the API server of the cluster' }],
};
