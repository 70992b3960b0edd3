import { NamedSchemas } from './named-schemas';

test('a schema with a title becomes a component, wherever it lies, and a reference stands in its place', () => {
  const named = new NamedSchemas();
  const rule = { title: 'Rule', type: 'object' };
  const policy = { title: 'Policy', type: 'object', properties: { rules: { items: rule } } };
  expect(named.hoist({ content: [{ schema: policy }] })).toEqual({
    content: [{ schema: { $ref: '#/components/schemas/Policy' } }],
  });
  expect(named.components).toEqual({
    Rule: { type: 'object' },
    Policy: {
      type: 'object',
      properties: { rules: { items: { $ref: '#/components/schemas/Rule' } } },
    },
  });
});

test('values are not taken for schemas, and a property called title is none', () => {
  const named = new NamedSchemas();
  const value = {
    example: { title: 'Unknown egress', type: 'issue' },
    properties: { title: { type: 'string' }, type: { type: 'string' } },
  };
  expect(named.hoist(value)).toEqual(value);
  expect(named.components).toEqual({});
});
