/**
 * The straight line that fits points best.
 * @param points `[x, y]`, at least three
 * @returns `slope`, and its standard `error`
 */
export function slopeOf(points) {
  const count = points.length;
  const mean = (of) => points.reduce((sum, point) => sum + of(point), 0) / count;
  const [meanX, meanY] = [mean(([x]) => x), mean(([, y]) => y)];
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const missed = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0);
  return { slope, error: Math.sqrt(missed / (count - 2) / spread) };
}
