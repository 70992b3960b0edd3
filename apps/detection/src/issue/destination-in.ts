import type { IssueDetails } from '@parapet/contracts';

/** What people call the destination of an issue: the name, or the address where there is none. */
export const destinationIn = ({ domain, ip }: IssueDetails): string | undefined => domain ?? ip;
