/**
 * What was read is not in the log any more, which ends before it or has other records there: it is another one than before. No waiting
 * mends that.
 */
export class OtherLog extends Error {
  override readonly name = 'OtherLog';

  /** `because` says what is found of it. A rebuild would wait for processes that run, which hold partitions and read them no more. */
  constructor(because: string) {
    super(
      `${because}: it is another log than before; stop every process, rebuild the read model, then start them again`,
    );
  }
}
