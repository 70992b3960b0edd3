import { randomBytes } from 'node:crypto';

/** Every so many is an issue, and that one of so many. */
const [BETWEEN_ISSUES, ISSUES] = [10, 1_000];

const [TIME, PLACE, ID, VERDICT] = ['"a time"', '"a place"', '"an id"', '"a verdict"'];
const FRAME = JSON.stringify({
  kind: 'network_connection',
  timestamp: 'a time',
  metadata: {
    ...{ destination: 'a place', destination_ip: '203.0.113.9', port: 443, protocol: 'tcp' },
    process: { pid: 4211, command: 'an id', executable: '/usr/bin/curl', user: 'deploy' },
  },
  verdict: 'a verdict',
});

/** The time of this millisecond, as JSON text, and six digits more. */
function clock() {
  let [last, text] = [0, ''];
  return (nanoseconds) => {
    const now = Date.now();
    if (now !== last) [last, text] = [now, new Date(now).toISOString().slice(0, -1)];
    return `"${text}${String(nanoseconds % 1_000_000).padStart(6, '0')}Z"`;
  };
}

/**
 * Makes observations of one length, about 340 bytes each, made now, no two alike, as JSON text: what a fleet sends lies together at
 * the end of every index, which one time for all would spread over the whole of it.
 * @param issues whether one in ten is an issue
 */
export function observations(issues) {
  const series = randomBytes(4).toString('hex');
  const [start, ...rest] = FRAME.split(new RegExp(`${TIME}|${PLACE}|${ID}|${VERDICT}`));
  const timeOf = clock();
  let made = 0;
  return () => {
    made += 1;
    const verdict = issues && made % BETWEEN_ISSUES === 0 ? '"detected"' : '"allowed" ';
    const place = String(Math.floor(made / BETWEEN_ISSUES) % ISSUES).padStart(4, '0');
    const id = series + made.toString(16).padStart(8, '0');
    return `${start}${timeOf(made)}${rest[0]}"${place}.example.net"${rest[1]}"curl https://api.example.net/${id}"${rest[2]}${verdict}${rest[3]}`;
  };
}
