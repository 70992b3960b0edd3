import { houseAnswers } from './live/house-answers';

const KEY = 'parapet-reloaded-at';
/** A part that is missing right after a reload was not replaced: something else is wrong, and said on the page. */
const ONCE_IN_MS = 60_000;

const unloaded = new WeakSet<Error>();

/** Whether this was thrown because a part of a page could not be loaded. */
export const isUnloaded = (error: unknown): boolean =>
  error instanceof Error && unloaded.has(error);

/** When the page was read anew; milliseconds since 1970. Where the browser keeps nothing, that may have been a moment ago. */
function readAnewAt(): number {
  try {
    return Number(sessionStorage.getItem(KEY) ?? 0);
  } catch {
    return Date.now();
  }
}

/** Answers whether the browser keeps that the page is read anew now. */
function note(): boolean {
  try {
    sessionStorage.setItem(KEY, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/** Reads the page anew if there is somebody who answers with it: a browser that finds nobody shows a page of its own. */
export async function readAnew(): Promise<void> {
  if (!(await houseAnswers())) return;
  note();
  location.reload();
}

/**
 * A page that was open while the house was upgraded asks for parts that are no more: it is read anew, which shows the same address.
 * Where nobody answers, that was done a moment ago, or nobody could say so afterwards, it stays as it is.
 */
export async function readAnewOnce(): Promise<void> {
  if (Date.now() - readAnewAt() < ONCE_IN_MS) return;
  if ((await houseAnswers()) && note()) location.reload();
}

/**
 * Remembers what could not be loaded, and does no more: a part may be asked for by a pointer on its way to a link, while somebody
 * writes.
 */
export function rememberUnloaded(): void {
  addEventListener('vite:preloadError', ({ payload }) => void unloaded.add(payload));
}
