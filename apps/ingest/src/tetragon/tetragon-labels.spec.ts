import { brokenBound } from '../observation/metadata-bounds';
import type { Members } from '../sensor/members';
import { fromTetragon } from './tetragon-event';

const labels = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`feature.example/${i}`, 'true']));

function metadataOf(nodeLabels: object, podLabels: object): Members {
  const pod = { namespace: 'shop', name: 'web-0', pod_labels: podLabels };
  const process = { pid: 4211, binary: '/usr/bin/curl', pod };
  const event = { process_exec: { process }, time: '2026-03-03T10:11:12Z' };
  const outcome = fromTetragon({ ...event, node_labels: nodeLabels }, 'detect');
  if (outcome.kind !== 'observation') throw new Error(outcome.kind);
  expect(brokenBound(outcome.body.metadata)).toBeNull();
  return outcome.body.metadata;
}

test('few labels are kept as they came', () => {
  expect(metadataOf(labels(60), labels(20))).toMatchObject({
    ...{ node_labels: labels(60), kubernetes: { labels: labels(20) } },
    raw: { process: { pod: { pod_labels: labels(20) } } },
  });
});

test('an event of a node with more labels than metadata may have is kept, with its labels as text', () => {
  const metadata = metadataOf(labels(250), labels(20));
  expect(JSON.parse(String(metadata['node_labels']))).toEqual(labels(250));
  expect(metadata).toMatchObject({
    kubernetes: { labels: labels(20) },
    process: { executable: '/usr/bin/curl' },
  });
});

test('an event of a pod with more labels than metadata may have is kept, with its labels as text', () => {
  const metadata = metadataOf(labels(250), labels(250));
  const { labels: ofPod, ...pod } = metadata['kubernetes'] as Members;
  expect(JSON.parse(String(ofPod))).toEqual(labels(250));
  expect(pod).toEqual({ namespace: 'shop', pod: 'web-0' });
});

test('labels of any shape are kept', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`) as object;
  expect(JSON.parse(String(metadataOf(deep, {})['node_labels']))).toEqual(deep);
});
