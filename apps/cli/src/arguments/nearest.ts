/** How many letters have to be put in, left out or exchanged to make one word of the other. */
function distance(a: string, b: string): number {
  const others = [...b];
  let row = Array.from({ length: others.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of others.entries()) {
      const exchanged = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(exchanged, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[others.length] ?? 0;
}

/** Asks whether the word that is most like this one was meant; undefined when none is like it. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  // What is known is not found only where nothing but words may stand.
  if (known.includes(word)) return 'It comes before --.';
  const isBeginning = (name: string): boolean => word !== '' && name.startsWith(word);
  const near = known
    .map((name) => ({ name, far: isBeginning(name) ? 1 : distance(word, name) }))
    .filter(({ name, far }) => far < name.length / 2)
    .sort((a, b) => a.far - b.far);
  return near[0] && `Did you mean ${near[0].name}?`;
}

/** What is wrong with a word, and which one may have been meant. */
export const withNearest = (wrong: string, word: string, known: readonly string[]): string =>
  [wrong, nearest(word, known)].filter((part) => part !== undefined).join(' ');
