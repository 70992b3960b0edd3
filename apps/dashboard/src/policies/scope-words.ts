import { PLATFORM_NAMES } from '../agents/agent-words';
import type { PolicyDocumentView } from '../api/generated/types.gen';
import { number } from '../components/number';

/** Which agents a policy is about, such as `Kubernetes, cluster production`. */
export function scopeWords({ selector }: Pick<PolicyDocumentView, 'selector'>): string {
  if (!selector) return 'All agents';
  const { platform, ...labels } = selector;
  const chosen = Object.entries(labels).map(([label, value]) => `${label} ${value}`);
  return [PLATFORM_NAMES[platform], ...chosen].join(', ');
}

/** How many rules there are, in words. */
export const rulesWords = (count: number): string =>
  count === 1 ? '1 rule' : `${number(count)} rules`;
