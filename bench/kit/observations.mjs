import { randomBytes } from 'node:crypto';

/** Where something goes that has a name, as agents tell it. */
export const named = (destination) => ({ destination, destination_ip: '203.0.113.9' });

/**
 * What an agent tells of a process that went somewhere, about 330 bytes as JSON: whatever is sent, judged or stored here is one of
 * these.
 * @param told `timestamp`, `verdict`, `command`; besides, where it went: `destination`, `destination_ip`, or both
 */
export const observation = ({ timestamp, verdict, command, ...where }) => ({
  kind: 'network_connection',
  timestamp,
  metadata: {
    ...where,
    ...{ port: 443, protocol: 'tcp' },
    process: { pid: 4211, command, executable: '/usr/bin/curl', user: 'deploy' },
  },
  verdict,
});

/**
 * Tells the time, to the nanosecond and never the same twice: what a fleet sends lies together at the end of every index, which one
 * time for all would spread over the whole of it.
 */
export function clock() {
  let [last, text, told] = [0, '', 0];
  return () => {
    const now = Date.now();
    if (now !== last) [last, text] = [now, new Date(now).toISOString().slice(0, -1)];
    told = (told + 1) % 1_000_000;
    return `${text}${String(told).padStart(6, '0')}Z`;
  };
}

/**
 * Makes observations as JSON text, each made when it is asked for, no two alike in whatever process.
 * @param mix of the nth, from 1 on: `destinationOf(n)` and `verdictOf(n)`; `filler`: what the command has besides
 */
export function observations({ destinationOf, verdictOf, filler = '' }) {
  const series = randomBytes(4).toString('hex');
  const now = clock();
  let n = 0;
  return () => {
    n += 1;
    const id = series + String(n).padStart(8, '0');
    const command = `curl https://api.example.net/${id}${filler}`;
    const told = { timestamp: now(), verdict: verdictOf(n), command };
    return JSON.stringify(observation({ ...told, ...named(destinationOf(n)) }));
  };
}
