import type { PolicySelector } from '@parapet/contracts';
import { isPlain } from './plain-copy';
import { oneWord, onlyKeys, text } from './policy-fields';
import { PolicyProblem } from './policy-problem';

const LABELS = {
  kubernetes: ['cluster', 'namespace', 'node'],
  github_actions: ['repository', 'workflow', 'job'],
} as const satisfies Record<PolicySelector['platform'], readonly (keyof PolicySelector)[]>;
const PLATFORMS = ['kubernetes', 'github_actions'] as const;

/** Which agents a policy of scope `selected` is about. @throws Problem */
export function checkSelector(selector: unknown): PolicySelector {
  if (!isPlain(selector))
    throw new PolicyProblem(
      'scope: selected needs a selector, such as {platform: kubernetes, cluster: production}',
      [selector === undefined ? 'scope' : 'selector'],
    );
  const platform = oneWord(['selector', 'platform'], selector['platform'], PLATFORMS);
  onlyKeys(selector, {
    ...{ of: `a selector for ${platform}`, at: ['selector'] },
    known: ['platform', ...LABELS[platform]],
  });
  const labels = LABELS[platform]
    .filter((label) => selector[label] !== undefined)
    .map((label) => [label, text(['selector', label], selector[label], 1024)] as const);
  return { platform, ...Object.fromEntries(labels) };
}
