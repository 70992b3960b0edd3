const TYPES: ReadonlyMap<string, string> = new Map([
  ['network_connection', 'connect'],
  ['process_execution', 'process'],
  ['file_access', 'file'],
]);

/** The spec's `type` of a kind: `connect`, `process`, `dns`, else `file` or the kind's own name. */
export const listedType = (kind: string): string =>
  kind.startsWith('dns') ? 'dns' : (TYPES.get(kind) ?? kind);
