/** The guard said no: nothing was sent. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
  readonly code = 'REFUSED_ADDRESS';
}
