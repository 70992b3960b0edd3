/** What a token or a webhook's secret begins with, and enough of what follows to be of use to somebody. */
const SECRET = /(pp_[ua]_|whsec_)[\w+/=-]{4,}/g;

/** The text with `…` for every token and secret in it, so that it may be shown and logged. */
export const withoutSecrets = (text: string): string => text.replace(SECRET, '$1…');
