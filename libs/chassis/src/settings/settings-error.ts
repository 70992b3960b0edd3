/** Settings that cannot be used: one sentence per bad one, each saying what to do. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}
