import type { TestHouse } from '@parapet/chassis/testing';
import { eventId, isoTime, type IssueCreated } from '@parapet/contracts';

const START = Date.parse('2026-03-03T10:00:00.000Z');

/** Raises the nth issue, as detection would, a second after the one before. @returns its id */
export async function raiseIssue(
  house: TestHouse,
  n: number,
  more: Partial<IssueCreated['data']> = {},
): Promise<string> {
  const [issue_id, time] = [`issue_${n}`, isoTime(START + n * 1_000)];
  const seen = { id: `event_${n}`, received_at: time, timestamp: time, kind: 'dns' };
  const process = { command: '/usr/bin/curl', args: ['-s'] };
  const metadata = { destination: `d${n}.example`, process };
  const data: IssueCreated['data'] = {
    ...{ issue_id, title: `Unknown egress to d${n}.example`, agent_id: 'agent_1' },
    ...{ severity: 'high', verdict: 'detected', details: { domain: `d${n}.example` } },
    micro_context: { platform: 'kubernetes', cluster: 'shop', node: 'node-7' },
    why: { reason: 'no policy allows it', policy: null },
    subject: { platform: 'kubernetes', labels: {}, verdict: 'detected' },
    ...{ judged_at: 0, evidence: [{ ...seen, verdict: 'detected', metadata }] },
    observations: [{ ...seen, verdict: 'detected', position: `observations/0/${n}` }],
    ...more,
  };
  const meta = { id: eventId(), schema: 1, time, actor: 'detection', cause: null };
  await house.append('issues', issue_id, { ...meta, type: 'IssueCreated', data });
  await house.settled();
  return issue_id;
}
