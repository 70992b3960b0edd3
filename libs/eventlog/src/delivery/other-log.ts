/** The log ends before what was read of it: it is another one than before. No waiting mends that. */
export class OtherLog extends Error {
  override readonly name = 'OtherLog';
}
