const said = (status: string) => ({
  ...{ type: 'object' as const, required: ['status'] },
  properties: { status: { type: 'string' as const, enum: [status] } },
  example: { status },
});

export const aliveSchema = { title: 'Alive', ...said('ok') };
export const readySchema = { title: 'Ready', ...said('ready') };
export const notReadySchema = {
  ...{ title: 'NotReady', type: 'object' as const, required: ['status', 'missing'] },
  properties: {
    ...said('not ready').properties,
    missing: {
      ...{ type: 'object' as const, additionalProperties: { type: 'string' as const } },
      description: 'What is being waited for, and why',
    },
  },
  example: { status: 'not ready', missing: { log: 'cannot be reached' } },
};

export const metricsContent = {
  'text/plain': {
    schema: { type: 'string' as const },
    example: '# HELP parapet_up Whether it serves.\n# TYPE parapet_up gauge\nparapet_up 1\n',
  },
};
