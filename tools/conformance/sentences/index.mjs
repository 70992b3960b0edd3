import { ENDPOINTS } from './spec-endpoints.mjs';
import { RESOURCES } from './spec-resources.mjs';
import { RULES } from './spec-rules.mjs';

/** Everything the documents say, in their order. */
export const SENTENCES = [...RESOURCES, ...ENDPOINTS, ...RULES];
