import { CALLS } from './api-calls.mjs';
import { API_ISSUES } from './api-issues.mjs';
import { API_RULES } from './api-rules.mjs';
import { API_SENSORS } from './api-sensors.mjs';
import { ENDPOINTS } from './spec-endpoints.mjs';
import { RESOURCES } from './spec-resources.mjs';
import { RULES } from './spec-rules.mjs';

/** Everything the documents say, in their order. */
export const SENTENCES = [
  ...RESOURCES,
  ...ENDPOINTS,
  ...RULES,
  ...CALLS,
  ...API_ISSUES,
  ...API_SENSORS,
  ...API_RULES,
];
