import { openReceiver, type Received } from '../house/receiver';

/** A webhook request, as the receiver saw and answered it. */
export interface Heard {
  readonly path: string;
  /** The id of the delivery. */
  readonly id: string;
  readonly issue: string;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly status: number;
}

export interface Hearing {
  readonly url: string;
  at(path: string): readonly Heard[];
}

const issueOf = ({ body }: Received): string =>
  (JSON.parse(body) as { issue: { id: string } }).issue.id;

/** A receiver that writes down what it heard and when; it refuses one in ten requests to `/flaky`. */
export async function openHearing(): Promise<Hearing> {
  const heard = new Map<string, Heard[]>();
  const { url } = await openReceiver((request, before) => {
    const status = request.path === '/flaky' && before % 10 === 9 ? 500 : 200;
    const { path, body, headers } = request;
    const id = String(headers['webhook-id']);
    const one = { path, id, issue: issueOf(request), body, at: Date.now(), status };
    const all = heard.get(path) ?? [];
    heard.set(path, all);
    all.push(one);
    return { status };
  });
  return { url, at: (path) => heard.get(path) ?? [] };
}
