import type { Logger } from 'kafkajs';

type NamespacedLogger = Logger & { namespace(name: string): NamespacedLogger };

const silent = (): void => undefined;

/**
 * What kafkajs has to say: nothing. It calls ordinary retries errors and logs them per connection; what matters reaches
 * callers as a thrown error, and is said once by whoever waits.
 */
export const kafkajsLogger: NamespacedLogger = {
  info: silent,
  error: silent,
  warn: silent,
  debug: silent,
  setLogLevel: silent,
  namespace: () => kafkajsLogger,
};
