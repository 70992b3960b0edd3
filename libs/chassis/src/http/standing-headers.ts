/** Headers that stand on every answer, whatever it is, in lower case. A route may say otherwise. */
export type StandingHeaders = Readonly<Record<string, string>>;

/** An answer is data for whoever asked: no page may frame it, run anything from it, or keep it. */
const ALWAYS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** A year, of this host alone: what else lies beside or below it is not ours to say. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' } as const;

/** Where the house is reached by https, browsers are told to keep to it. */
export const standingHeaders = ({ publicUrl }: { readonly publicUrl: string }): StandingHeaders =>
  publicUrl.startsWith('https:') ? { ...ALWAYS, ...HTTPS_ONLY } : ALWAYS;
