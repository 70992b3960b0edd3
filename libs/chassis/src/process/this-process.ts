import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isoTime } from '@parapet/contracts';

/** All projects of the house have one version. */
export const { version: VERSION } = JSON.parse(
  readFileSync(join(__dirname, '../../package.json'), 'utf8'),
) as { readonly version: string };

/** What a process can say of itself. */
export class ThisProcess {
  readonly version: string = VERSION;
  /** RFC 3339, UTC, milliseconds. */
  readonly startedAt: string;

  /** @param now milliseconds since 1970 */
  constructor(
    readonly name: string,
    now: number,
  ) {
    this.startedAt = isoTime(now);
  }
}
