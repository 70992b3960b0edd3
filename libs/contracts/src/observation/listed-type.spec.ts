import { listedType } from './listed-type';

test.each([
  ['network_connection', 'connect'],
  ['process_execution', 'process'],
  ['file_access', 'file'],
  ['dns', 'dns'],
  ['dns_response', 'dns'],
  ['falco_alert', 'falco_alert'],
  ['constructor', 'constructor'],
])('kind %s is listed as %s', (kind, type) => expect(listedType(kind)).toBe(type));
