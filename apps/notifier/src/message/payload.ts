import { linkTo, type Told } from './told';

/** The spec's payload. @param publicUrl what links begin with */
export const payload = (told: Told, publicUrl: string): object => ({
  event: told.kind,
  timestamp: told.time,
  issue: {
    id: told.issue_id,
    title: told.title,
    severity: told.severity,
    verdict: told.verdict,
    url: linkTo(told, publicUrl),
  },
});
