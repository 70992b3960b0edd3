import type { Platform } from '@parapet/contracts';
import { type DeliveryEventName, TEST_EVENT } from '../delivery/delivery-events';
import { safeLine } from '../egress/safe-text';
import { linkTo, type Told } from './told';

/** How much attention something asks for. */
export type Tone = 'critical' | 'high' | 'medium' | 'low' | 'settled';

/** What a person reads in a chat. Agents have a say in each text but the heading: a chat must take none of it for its markup. */
export interface Notice {
  readonly tone: Tone;
  /** What happened. */
  readonly heading: string;
  /** To which issue: one line. */
  readonly title: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** Where more is to be read; null for a test, which is about no issue. */
  readonly url: string | null;
  /** When it happened: RFC 3339, UTC, milliseconds. */
  readonly at: string;
}

const HEADINGS: Readonly<Record<DeliveryEventName, string>> = {
  'issue.created': 'New issue',
  'issue.reopened': 'Issue reopened',
  'issue.acknowledged': 'Issue acknowledged',
  'issue.resolved': 'Issue resolved',
  [TEST_EVENT]: 'Test',
};

const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  github_actions: 'GitHub Actions',
  kubernetes: 'Kubernetes',
  vanilla: 'Host',
};

const isSettled = (kind: DeliveryEventName): boolean =>
  kind === 'issue.resolved' || kind === TEST_EVENT;

/** @param publicUrl what links begin with */
export function noticeOf(told: Told, publicUrl: string): Notice {
  const { kind, severity, verdict, context = {} } = told;
  const platform = context.platform && PLATFORM_NAMES[context.platform];
  const facts = { Severity: severity, Verdict: verdict, Platform: platform };
  const places = { Cluster: context.cluster, Node: context.node };
  return {
    tone: isSettled(kind) ? 'settled' : severity,
    heading: HEADINGS[kind],
    title: safeLine(told.title),
    facts: Object.entries({ ...facts, ...places }).flatMap(([name, value]) =>
      value === undefined ? [] : [{ name, value: safeLine(value) }],
    ),
    url: kind === TEST_EVENT ? null : linkTo(told, publicUrl),
    at: told.time,
  };
}

/** A notice in one line. */
export const lineOf = ({ heading, title }: Notice): string => `${heading}: ${title}`;
