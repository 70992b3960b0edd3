/** Something only the person at the machine can change. The message is one sentence that says what to do. */
export class Advice extends Error {}

/** What to do where the project cannot bring its own servers. */
export const bringYourOwn =
  'start Docker, or set KAFKA_BROKERS and MONGODB_URL to servers of your own; `npm run test:unit` needs neither';
