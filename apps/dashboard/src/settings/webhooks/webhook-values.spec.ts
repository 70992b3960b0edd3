import type { WebhookFilter, WebhookView } from '../../api/generated/types.gen';
import {
  filterInWords,
  filterOf,
  headersMistake,
  isAsChanged,
  NEW_WEBHOOK,
  newWebhook,
  valuesOf,
  webhookChange,
  writtenOn,
} from './webhook-values';

const WEBHOOK: WebhookView = {
  ...{ id: 'webhook_1', url: 'https://receiver.example/', events: ['issue.created'] },
  ...{
    format: 'parapet',
    filter: {},
    header_names: [],
    description: '',
    enabled: true,
    disabled_reason: null,
  },
  ...{ secret_staged_at: null, secret_promotes_at: null },
  ...{ created_at: '2026-03-01T12:00:00Z', updated_at: '2026-03-01T12:00:00Z' },
  delivery_health: {
    ...{ pending: 0, failing_since: null, failures: 0 },
    ...{ last_success_at: null, last_failure_at: null, last_error: null },
  },
};

const pair = (name: string, value = 'x') => ({ key: name, name, value });

test('what is not chosen is left out, so that it holds nothing back', () => {
  expect(filterOf(NEW_WEBHOOK)).toEqual({});
  const chosen = { minSeverity: 'high', verdicts: ['blocked'], clusters: ['production'] };
  expect(filterOf({ ...NEW_WEBHOOK, ...chosen })).toEqual({
    ...{ min_severity: 'high', verdicts: ['blocked'], clusters: ['production'] },
  });
});

test('headers are sent by name; a name that is given twice is found before one of them is lost', () => {
  const headers = [pair(' X-Api-Key ', 'a'), pair('authorization', 'Bearer b')];
  const url = ' https://receiver.example/ ';
  expect(newWebhook({ ...NEW_WEBHOOK, url, headers })).toMatchObject({
    url: 'https://receiver.example/',
    headers: { 'X-Api-Key': 'a', authorization: 'Bearer b' },
  });
  expect(headersMistake(headers)).toBeNull();
  expect(headersMistake(null)).toBeNull();
  expect(headersMistake([pair('A'), pair('a')])).toMatch(/twice/);
  expect(headersMistake([pair('')])).toMatch(/name/);
});

test('nothing is changed that is as it was', () => {
  const filter: WebhookFilter = { verdicts: ['blocked', 'detected'], min_severity: 'low' };
  const webhook = { ...WEBHOOK, filter };
  const values = valuesOf(webhook);
  expect(webhookChange(webhook, values)).toEqual({});
  expect(webhookChange(webhook, { ...values, verdicts: ['detected', 'blocked'] })).toEqual({});
  expect(webhookChange(webhook, { ...values, description: 'mine' })).toEqual({
    description: 'mine',
  });
  expect(webhookChange(webhook, { ...values, minSeverity: '' })).toEqual({
    filter: { verdicts: ['blocked', 'detected'] },
  });
});

test('what somebody else changed meanwhile of the filter stays, but for the fields that were changed here', () => {
  const before: WebhookFilter = { min_severity: 'high', verdicts: ['blocked'], clusters: ['a'] };
  const theirs: WebhookFilter = { verdicts: ['detected'], platforms: ['kubernetes'] };
  const base = { ...WEBHOOK, filter: before };
  const now = { ...WEBHOOK, filter: theirs };
  const written = { ...valuesOf(base), verdicts: [], clusters: ['a', 'b'] };
  expect(webhookChange(base, written, now)).toEqual({
    filter: { platforms: ['kubernetes'], clusters: ['a', 'b'] },
  });
  expect(webhookChange(base, valuesOf(base), now)).toEqual({});
});

test('headers are kept unless somebody gives others, and none can be given', () => {
  const webhook = { ...WEBHOOK, header_names: ['x-api-key'] };
  const values = valuesOf(webhook);
  expect(values.headers).toBeNull();
  expect(webhookChange(webhook, values)).toEqual({});
  expect(webhookChange(webhook, { ...values, headers: [] })).toEqual({ headers: {} });
  expect(webhookChange(webhook, { ...values, headers: [pair('a')] })).toEqual({
    headers: { a: 'x' },
  });
});

test.each<[WebhookFilter, string]>([
  [{}, 'every issue'],
  [{ min_severity: 'critical' }, 'critical'],
  [
    {
      min_severity: 'high',
      verdicts: ['blocked'],
      platforms: ['github_actions'],
      clusters: ['a', 'b'],
    },
    'high and above, blocked, on GitHub Actions, in a or b',
  ],
])('%j lets through: %s', (filter, words) => {
  expect(filterInWords(filter)).toBe(words);
});

test('what was written on while a webhook was saved stays, all else is as it is saved', () => {
  const sent = { ...NEW_WEBHOOK, url: ' https://receiver.example/ ', headers: [pair('a')] };
  const now = { ...sent, description: 'mine', headers: [...sent.headers] };
  const saved = valuesOf({ ...WEBHOOK, header_names: ['a'], events: ['issue.resolved'] });
  expect(writtenOn(sent, now, saved)).toEqual({ ...saved, description: 'mine' });
});

test('a webhook that was changed is as the change makes it, whatever else was changed', () => {
  const now = {
    ...WEBHOOK,
    description: 'mine',
    events: ['issue.created', 'issue.resolved'],
  } as const;
  const webhook: WebhookView = { ...now, events: [...now.events], header_names: ['x-api-key'] };
  const change = { description: 'mine', headers: { 'X-Api-Key': 'secret' } };
  expect(isAsChanged(webhook, change)).toBe(true);
  expect(isAsChanged(webhook, { ...change, events: ['issue.resolved', 'issue.created'] })).toBe(
    true,
  );
  expect(isAsChanged(webhook, { ...change, headers: {} })).toBe(false);
  expect(isAsChanged(webhook, { ...change, filter: { min_severity: 'high' } })).toBe(false);
});
