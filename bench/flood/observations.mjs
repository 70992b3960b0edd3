import { randomBytes } from 'node:crypto';

/** Every so many is an issue, and that one of so many. */
const [BETWEEN_ISSUES, ISSUES] = [10, 1_000];

const [PLACE, ID, VERDICT] = ['"a place"', '"an id"', '"a verdict"'];
const FRAME = JSON.stringify({
  kind: 'network_connection',
  timestamp: new Date().toISOString().replace('Z', '123456Z'),
  metadata: {
    ...{ destination: 'a place', destination_ip: '203.0.113.9', port: 443, protocol: 'tcp' },
    process: { pid: 4211, command: 'an id', executable: '/usr/bin/curl', user: 'deploy' },
  },
  verdict: 'a verdict',
});

/** Makes observations of one length, about 340 bytes each, no two alike, as JSON text. @param issues whether one in ten is an issue */
export function observations(issues) {
  const series = randomBytes(4).toString('hex');
  const [start, ...rest] = FRAME.split(new RegExp(`${PLACE}|${ID}|${VERDICT}`));
  let made = 0;
  return () => {
    made += 1;
    const verdict = issues && made % BETWEEN_ISSUES === 0 ? '"detected"' : '"allowed" ';
    const place = String(Math.floor(made / BETWEEN_ISSUES) % ISSUES).padStart(4, '0');
    const id = series + made.toString(16).padStart(8, '0');
    return `${start}"${place}.example.net"${rest[0]}"curl https://api.example.net/${id}"${rest[1]}${verdict}${rest[2]}`;
  };
}
