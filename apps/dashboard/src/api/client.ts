import { client } from './generated/client.gen';
import { goneAlready } from './gone-already';
import { ApiProblem } from './problem';

/** The API of the house that served this page; the browser adds the cookie of the session by itself. */
export function prepareClient(): void {
  client.setConfig({ baseUrl: '', throwOnError: true, cache: 'no-store' });
  client.interceptors.response.use(goneAlready);
  client.interceptors.error.use((error, response) => ApiProblem.of(error, response));
}
