/** Our additions: what a house says of itself. */
export const ABOUT = {
  document: 'docs/api.md',
  section: 'About the house',
  sentences: {
    'api-about-services':
      '`GET /v1/about`: `services` = `[{name, ready, missing}]` is the process that answers and those behind it, asked at that moment;',
    'api-about-storage':
      '`storage` = `{event_log, read_model, bytes?}`: `embedded` or what else keeps them; where both are embedded, `bytes` = `{event_log, read_model, free}` on their disk.',
  },
  untestable: {
    '`missing` says what each waits for, and of one that cannot be asked just that.':
      'needs a service to be away: a test beside the code does',
    'A service of several replicas is ready while one of them is.':
      'needs a replica to be away: a test beside the code does',
  },
};
