export * from './agent/activity';
export * from './agent/agent';
export * from './agent/agent-losses';
export * from './agent/agent-tally';
export * from './agent/clocks-apart';
export * from './agent/shown-agent';
export { BelievedTime } from './believed-time';
export { canonicalJson } from './canonical-json';
export { compare } from './compare';
export * from './delivery/delivery';
export * from './errors';
export * from './event';
export { hexadecimalIpv6 } from './hexadecimal-ipv6';
export * from './ids';
export { everyInStep, inStep } from './in-step';
export { isLonger } from './is-longer';
export * from './issue/issue';
export { evolveStanding, type IssueStanding } from './issue/issue-standing';
export { isOfNewerType, STRANGER } from './newer-fact';
export { AGENT_SILENT, type AgentSilence } from './observation/agent-silence';
export { listedExtras } from './observation/listed-extras';
export * from './observation/listed-type';
export { bounded, field, firstText, LONGEST_TEXT, text } from './observation/metadata';
export * from './observation/observation.events';
export * from './origin';
export * from './parked.events';
export * from './permissions';
export * from './policy/policy';
export * from './time';
export * from './token/ended-sessions';
export * from './token/token';
export * from './topics';
export * from './unless-aborted';
export * from './versioned';
export * from './webhook/webhook';
export type { WebhookFilter } from './webhook/webhook-filter';
export { WEBHOOK_FORMATS, type WebhookFormat } from './webhook/webhook-format';
export {
  type LiveSecrets,
  type SealedFields,
  sealedFieldsOf,
  secretsAt,
  type WebhookResealed,
  type WebhookSecretEvent,
  type WebhookSecretPromoted,
  type WebhookSecretStaged,
} from './webhook/webhook-secrets';
export { withoutSecrets } from './without-secrets';
