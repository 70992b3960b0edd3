import { isoOf } from './iso-of';

test.each([
  ['2026-03-04T05:06:07.089Z', '2026-03-04T05:06:07.089Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  // Of the last day that a field takes the end in New York: five digits of a year are no time to the API.
  ['9999-12-31T23:59:59.999-05:00', '9999-12-31T23:59:59.999Z'],
])('%s is sent as %s', (time, sent) => expect(isoOf(new Date(time))).toBe(sent));
