import { brokenBound } from '../observation/metadata-bounds';
import type { Members } from './members';

/**
 * Metadata with what a sensor sent besides, as one more member: as it came where that keeps the bounds of metadata, else as the
 * text of its JSON, so that nothing of it is lost.
 */
export function withRest(metadata: Members, name: string, rest: object): Members {
  const whole = { ...metadata, [name]: rest };
  return brokenBound(whole) === null ? whole : { ...metadata, [name]: JSON.stringify(rest) };
}
