import {
  type Icon,
  IconCheck,
  IconEyeOff,
  IconRotateClockwise,
  IconUserCheck,
} from '@tabler/icons-react';
import type { Status } from '../../api/words';

/** What somebody can do with an issue. */
export interface Deed {
  readonly status: Status;
  readonly label: string;
  readonly icon: Icon;
  /** What it means, for who is about to do it. */
  readonly means: string;
}

const DEEDS: readonly Deed[] = [
  {
    ...{ status: 'acknowledged', label: 'Acknowledge', icon: IconUserCheck },
    means: 'Somebody has seen it and looks into it. It stays as it is when it occurs again.',
  },
  {
    ...{ status: 'resolved', label: 'Resolve', icon: IconCheck },
    means: 'It is dealt with. If it occurs again, it is opened again.',
  },
  {
    ...{ status: 'ignored', label: 'Ignore', icon: IconEyeOff },
    means:
      'Nobody needs to look at it. New occurrences are counted, and open it again only after the time that you choose.',
  },
  {
    ...{ status: 'open', label: 'Reopen', icon: IconRotateClockwise },
    means: 'It needs somebody to look at it.',
  },
];

/** What can be done with at least one of the issues that have these statuses. */
export const deedsForAny = (statuses: readonly Status[]): Deed[] => {
  const possible = new Set(statuses.flatMap(deedsFor));
  return DEEDS.filter((deed) => possible.has(deed));
};

/** What can be done with an issue of this status: anything but what is so already, and what has come of it by itself. */
export const deedsFor = (status: Status): Deed[] =>
  DEEDS.filter((deed) => deed.status !== status).filter(
    (deed) => deed.status !== 'acknowledged' || status === 'open',
  );
