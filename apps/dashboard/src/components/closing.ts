interface Doing {
  isUnderWay(): boolean;
  reset(): void;
}

/** Closes what asks for something: what has begun is not called back by that, and what comes of it may be shown this once. */
export const closing =
  (doing: Doing, close: () => void): (() => void) =>
  () => {
    if (doing.isUnderWay()) return;
    doing.reset();
    close();
  };
