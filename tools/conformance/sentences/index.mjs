import { CALLS } from './api-calls.mjs';
import { API_RULES } from './api-rules.mjs';
import { ENDPOINTS } from './spec-endpoints.mjs';
import { RESOURCES } from './spec-resources.mjs';
import { RULES } from './spec-rules.mjs';

/** Everything the documents say, in their order. */
export const SENTENCES = [...RESOURCES, ...ENDPOINTS, ...RULES, ...CALLS, ...API_RULES];
