/** How many chunks have how many tokens, in bins of one width from 0. */
export interface Histogram {
  /** Tokens a bin. */
  width: number;
  counts: number[];
}

const STEPS = [1, 2, 5];

/** The smallest of 1, 2, 5, 10, 20, 50 … with which `most` fits into at most `bins`. */
export function findBinWidth(most: number, bins: number): number {
  for (let power = 1; ; power *= 10) {
    const step = STEPS.find((factor) => factor * power * bins > most);
    if (step !== undefined) return step * power;
  }
}

/** Count sizes into bins up to `most`, which two histograms share to be compared. */
export function countSizes(sizes: readonly number[], most: number, bins = 32): Histogram {
  const width = findBinWidth(most, bins);
  const counts = Array.from({ length: Math.floor(most / width) + 1 }, () => 0);
  for (const size of sizes) {
    const bin = Math.min(counts.length - 1, Math.floor(size / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { width, counts };
}
