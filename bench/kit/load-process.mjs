// A load generator, a process of its own: sends what it is asked for with autocannon, and answers what came of it.
import autocannon from 'autocannon';

let sent = 0;

/**
 * An observation of about 350 bytes, another one each time, made now: what a fleet sends lies together at the end of every index,
 * which one time for all would spread over the whole of it.
 */
function observation(verdict) {
  sent += 1;
  const nanoseconds = String(sent % 1_000_000).padStart(6, '0');
  return JSON.stringify({
    kind: 'network_connection',
    timestamp: new Date().toISOString().replace('Z', `${nanoseconds}Z`),
    metadata: {
      ...{ destination: `host-${String(sent).padStart(22, '0')}.example.net` },
      ...{ destination_ip: '203.0.113.9', port: 443, protocol: 'tcp' },
      process: {
        ...{ pid: 4211, command: 'curl https://api.example.net', executable: '/usr/bin/curl' },
        user: 'deploy',
      },
    },
    verdict,
  });
}

async function put({ url, path, tokens, connections, requests, verdict, rate, seconds }) {
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
        ...{ ...request, headers: headers(), body: observation(verdict) },
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
