const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

/** Whether a piece begins an HTTP request that changes something. */
export const httpWrite = (piece: Buffer): boolean =>
  /^(?:PUT|POST|PATCH|DELETE) /.test(piece.toString('latin1', 0, 8));

/** Whether a piece begins a Produce request (API key 0, behind the four bytes of the size). */
export const kafkaWrite = (piece: Buffer): boolean =>
  piece.length > 6 && piece.readInt16BE(4) === 0;

/** Whether a piece begins an OP_MSG whose command, the first name of its document, changes documents. */
export const mongoWrite = (piece: Buffer): boolean => {
  const name = piece.toString('latin1', 26, 42);
  return WRITES.some((command) => name.startsWith(`${command}\0`));
};
