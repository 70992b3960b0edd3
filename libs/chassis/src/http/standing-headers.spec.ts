import { standingHeaders } from './standing-headers';

const HTTPS_ONLY = 'strict-transport-security';

test('browsers are told to keep to https where the house is reached by it, and only there', () => {
  expect(standingHeaders({ publicUrl: 'https://a.example' })).toHaveProperty([HTTPS_ONLY]);
  expect(standingHeaders({ publicUrl: 'http://localhost:8080' })).not.toHaveProperty([HTTPS_ONLY]);
});
