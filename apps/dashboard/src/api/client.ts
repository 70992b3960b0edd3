import { fetchWithin } from './fetch-within';
import { client } from './generated/client.gen';
import { goneAlready } from './gone-already';
import { heedClock, noteSent } from './house-clock';
import { ofTheHouse } from './of-the-house';
import { ApiProblem } from './problem';

/** The house ends its own work on a request after 30 s. Exports are downloads of the browser, and the stream is followed by itself. */
const ANSWERED_WITHIN_MS = 40_000;

/** The API of the house that served this page; the browser adds the cookie of the session by itself. */
export function prepareClient(): void {
  client.setConfig({
    ...{ baseUrl: '', throwOnError: true, cache: 'no-store' },
    fetch: fetchWithin(ANSWERED_WITHIN_MS),
  });
  client.interceptors.request.use(noteSent);
  client.interceptors.response.use(goneAlready);
  client.interceptors.response.use(ofTheHouse);
  client.interceptors.response.use(heedClock);
  client.interceptors.error.use((error, response) => {
    if (error instanceof ApiProblem) return error;
    // An answer that was well, and broke off, is none.
    return ApiProblem.of(error, response?.ok ? undefined : response);
  });
}
