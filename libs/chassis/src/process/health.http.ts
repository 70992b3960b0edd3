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

export const excludeQuery = {
  ...{ name: 'exclude', required: false, type: String, isArray: true, example: ['log'] },
  ...{ style: 'form' as const, explode: true },
  description:
    'What is not asked, as `missing` names it. With `log` a process is ready that can answer reads while the log is away.',
};

export const metricsContent = {
  'text/plain': {
    schema: { type: 'string' as const },
    example: '# HELP parapet_up Whether it serves.\n# TYPE parapet_up gauge\nparapet_up 1\n',
  },
};
