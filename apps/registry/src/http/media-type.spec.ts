import { prefersYaml, saysJson } from './media-type';

test.each([
  ['application/yaml', true],
  ['text/yaml; charset=utf-8', true],
  ['application/x-yaml, application/json;q=0.5', true],
  ['application/yaml, */*', true],
  ['application/yaml;q=0.4, application/json;q=0.5', false],
  ['application/yaml;q=0', false],
  ['application/yaml;q=2', false],
  ['application/yaml, application/json', false],
  ['application/json', false],
  ['*/*', false],
  ['', false],
  [undefined, false],
])('Accept: %s prefers YAML: %s', (accept, yaml) => expect(prefersYaml(accept)).toBe(yaml));

test.each([
  ['application/json', true],
  ['Application/JSON; charset=utf-8', true],
  ['application/yaml', false],
  [undefined, false],
])('Content-Type: %s says JSON: %s', (type, json) => expect(saysJson(type)).toBe(json));
