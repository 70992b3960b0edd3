import { inOneSentence } from '@parapet/contracts';

/** What the API said instead of doing what it was asked. */
export class HouseProblem extends Error {
  override readonly name = 'HouseProblem';
  constructor(
    readonly status: number,
    /** As in the table of errors; undefined on the routes of agents, and where something else answered. */
    readonly code: string | undefined,
    sentence: string,
    /** Seconds after which it is worth asking again, where the house says so. */
    readonly retryAfter: number | undefined,
  ) {
    super(sentence);
  }
}

/** Nobody answers, or not to the end: it may have been done or not. */
export class HouseAway extends Error {
  override readonly name = 'HouseAway';
}

/** Something else answers in the place of a house, a proxy or another server, and will each time. */
export class NoHouse extends Error {
  override readonly name = 'NoHouse';
  /** @param got what it did, as the end of a sentence */
  constructor(url: string, got: string) {
    super(
      `What answers at ${url} is no house: ${got}. Set PARAPET_URL, or --url, to where the house itself answers, or ask who runs the proxy before it.`,
    );
  }
}

/** Reads what a house refused with, in any of its three shapes; or whatever stands before a house and answered in its place. */
export async function problemOf(answer: Response): Promise<HouseProblem> {
  const { status, statusText, headers } = answer;
  const text = await answer.text().catch(() => '');
  const { code, sentence } = said(text) ?? { sentence: `${status} ${statusText}`.trim() };
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return new HouseProblem(status, code, sentence, seconds >= 0 ? seconds : undefined);
}

interface Said {
  readonly code?: string;
  readonly sentence: string;
}

function said(text: string): Said | undefined {
  const error = errorIn(text);
  if (typeof error === 'string') return { sentence: error };
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, message, details } = error as Readonly<Record<string, unknown>>;
  const parts = [message, details].filter((part) => typeof part === 'string' && part !== '');
  const [first, second = ''] = parts as string[];
  if (first === undefined) return undefined;
  return { sentence: inOneSentence(first, second), ...(typeof code === 'string' && { code }) };
}

function errorIn(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  } catch {
    return undefined;
  }
}
