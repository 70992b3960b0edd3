/** What of the events is shown, as the address says it. */
export interface EventsSearch {
  readonly agent_id?: string;
  readonly type?: string;
}

export function eventsSearch({ agent_id, type }: Record<string, unknown>): EventsSearch {
  return {
    ...(typeof agent_id === 'string' && { agent_id }),
    ...(typeof type === 'string' && { type }),
  };
}
