import type { Environment } from './child';

export const ADMIN_TOKEN = 'admin-token-of-the-black-box-suite';

/** What a house is told in every deployment, so that the suite may ask much of it and hear webhooks on this machine. */
export const SUITE_SETTINGS: Environment = {
  ADMIN_TOKEN,
  // What is counted of an agent is told after a quarter of it.
  AGENT_TIMEOUT: '40s',
  RATE_LIMIT: 'off',
  // Where limits are on: tests of refusals ask for many of them.
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  PUBLIC_URL: 'https://parapet.example.com',
  LOG_LEVEL: 'warn',
};
