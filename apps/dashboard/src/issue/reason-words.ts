import type { Status } from '../api/words';
import { capitalised } from '../components/capitalised';

/** Why something is an issue, as a sentence. What is resolved may be allowed by now: then it is said of when it was seen. */
export function reasonWords(reason: string, status: Status): string {
  const said =
    status === 'resolved'
      ? reason.replace(/^no policy allows it/, 'no policy allowed it when it was seen')
      : reason;
  return `${capitalised(said).replace(/\.$/, '')}.`;
}
