import type { DeliveryEventName } from '../delivery/delivery-events';
import type { Transition } from '../delivery/transition.collection';

/** What a webhook is told: what happened to an issue, and as what it is seen. */
export interface Told extends Pick<
  Transition,
  'time' | 'issue_id' | 'title' | 'severity' | 'verdict' | 'context'
> {
  readonly kind: DeliveryEventName;
}

/** Where the dashboard shows the issue. @param publicUrl what links begin with */
export const linkTo = ({ issue_id }: Told, publicUrl: string): string =>
  `${publicUrl}/issues/${issue_id}`;
