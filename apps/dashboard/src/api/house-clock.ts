/** Answers tell whole seconds, and take a while to come. */
const CLOSE_MS = 60_000;

/** How far the clock of the house is ahead of that of this machine. */
let aheadMs = 0;

/** When each request was sent, by the clock of this machine. */
const sent = new WeakMap<Request, number>();

/** To be told of a request before it is sent: a machine may sleep until its answer is read. */
export function noteSent(request: Request): Request {
  sent.set(request, Date.now());
  return request;
}

/** Learns from an answer what time it is in the house; a difference that its way alone could make is none. */
export function heedClock(response: Response, request: Request): Response {
  const told = Date.parse(response.headers.get('date') ?? '');
  const read = Date.now();
  const isBetween = told < read && told > (sent.get(request) ?? read) - CLOSE_MS;
  const ahead = told - read;
  if (!Number.isNaN(told)) aheadMs = isBetween || Math.abs(ahead) < CLOSE_MS ? 0 : ahead;
  return response;
}

/** A time of this machine's clock by that of the house, which all times of the API are by. Both in milliseconds since 1970. */
export const houseTime = (here: number): number => here + aheadMs;

/** What time it is in the house, in milliseconds since 1970: this machine's clock may be hours off. */
export const houseNow = (): number => houseTime(Date.now());
