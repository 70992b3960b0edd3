import { openServers } from '../../tools/servers/index.mjs';

/**
 * Opens Kafka and the database when they are first needed.
 * @returns `of(about)`: their settings where a benchmark needs them, else undefined; `close()`
 */
export function serversOnDemand() {
  let opened;
  return {
    of: async ({ servers }) => {
      if (!servers) return undefined;
      opened ??= await openServers();
      return opened.env;
    },
    close: async () => opened?.close(),
  };
}
