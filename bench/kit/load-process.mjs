// A load generator, a process of its own: sends what it is asked for with autocannon, and answers what came of it.
import autocannon from 'autocannon';
import { observations } from './observations.mjs';

let sent = 0;

const anotherHost = () => `host-${(sent += 1)}.example.net`;

async function put({ url, path, tokens, connections, requests, verdict, rate, seconds }) {
  const nextBody = observations({ destinationOf: anotherHost, verdictOf: () => verdict });
  let next = 0;
  const another = () => ({
    authorization: `Bearer ${tokens[next++ % tokens.length]}`,
    'content-type': 'application/json',
  });
  const began = performance.now();
  let answeredAt = began;
  const result = await autocannon({
    url: `${url}${path}`,
    method: 'PUT',
    ...(requests ? { amount: requests } : { duration: seconds }),
    ...(rate && { overallRate: rate }),
    ...{ connections, timeout: 60 },
    setupClient: (client) => {
      client.on('response', () => (answeredAt = performance.now()));
      const own = another();
      const headers = tokens.length > connections ? another : () => own;
      const setupRequest = (request) => ({
        ...{ ...request, headers: headers(), body: nextBody() },
      });
      client.setRequests([{ headers: own, setupRequest }]);
    },
  });
  const statuses = Object.fromEntries(
    Object.entries(result.statusCodeStats).map(([code, { count }]) => [code, count]),
  );
  // autocannon ends at the next of its ticks: the time is counted to the last answer.
  const perSecond = (result.requests.total * 1000) / (answeredAt - began);
  const { p50, p99 } = result.latency;
  return { statuses, errors: result.errors, perSecond, p50, p99 };
}

process.once('disconnect', () => process.exit());
process.on('message', async (asked) => process.send(await put(asked)));
process.send({ url: null });
