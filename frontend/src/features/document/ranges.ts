/** Ascending whole numbers as runs of neighbours. */
export function findRanges(positions: readonly number[]): { start: number; count: number }[] {
  const ranges: { start: number; count: number }[] = [];
  for (const position of positions) {
    const last = ranges.at(-1);
    if (last && position === last.start + last.count) last.count++;
    else ranges.push({ start: position, count: 1 });
  }
  return ranges;
}
