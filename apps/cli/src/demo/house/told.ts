import { plain } from '../../plain-text';

/** What a webhook tells of an issue. */
export interface Told {
  readonly event: string;
  readonly issue: {
    readonly id: string;
    readonly title: string;
    readonly severity: string;
    /** The issue in the dashboard. */
    readonly url: string;
  };
}

const field = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;

/** Reads the body of a webhook, as a terminal may show it. @throws Error when something is missing */
export function readTold(payload: unknown): Told {
  const text = (of: unknown, name: string): string => {
    const value = field(of, name);
    if (typeof value === 'string') return plain(value);
    throw new Error(`A webhook came without ${name}.`);
  };
  const issue = field(payload, 'issue');
  return {
    event: text(payload, 'event'),
    issue: {
      ...{ id: text(issue, 'id'), title: text(issue, 'title') },
      ...{ severity: text(issue, 'severity'), url: text(issue, 'url') },
    },
  };
}
