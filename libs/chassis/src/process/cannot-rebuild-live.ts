/** Documents are not made again while they are answered from: says why, and what must be done. */
export class CannotRebuildLive extends Error {
  override readonly name = 'CannotRebuildLive';
}
