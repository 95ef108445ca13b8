import type { Scheme } from "@/lib/documentColor";

/** Where a vector's numbers end to be told apart: most lie within, the rest take the end's colour. */
export function heatBound(vectors: readonly (readonly number[])[]): number {
  const sizes = vectors.flatMap((vector) => vector.map(Math.abs)).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length * 0.98)] || 1;
}

type Rgb = readonly [number, number, number];

const ENDS: Record<Scheme, { low: Rgb; none: Rgb; high: Rgb }> = {
  light: { low: [33, 90, 168], none: [247, 247, 246], high: [180, 83, 9] },
  dark: { low: [110, 168, 254], none: [26, 30, 35], high: [240, 160, 80] },
};

/** Blue for negative, the surface for zero, orange for positive. */
export function heatColor(value: number, bound: number, scheme: Scheme): Rgb {
  const { low, none, high } = ENDS[scheme];
  const t = Math.min(1, Math.abs(value) / bound);
  const end = value < 0 ? low : high;
  return [0, 1, 2].map((i) =>
    Math.round((none[i] ?? 0) + ((end[i] ?? 0) - (none[i] ?? 0)) * t),
  ) as unknown as Rgb;
}

/** One pixel a number, a row a chunk, as RGBA bytes. */
export function heatPixels(
  vectors: readonly (readonly number[])[],
  scheme: Scheme,
): { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> } {
  const width = Math.max(0, ...vectors.map((vector) => vector.length));
  const bound = heatBound(vectors);
  const data = new Uint8ClampedArray(width * vectors.length * 4);
  vectors.forEach((vector, row) =>
    vector.forEach((value, column) => {
      const [r, g, b] = heatColor(value, bound, scheme);
      data.set([r, g, b, 255], (row * width + column) * 4);
    }),
  );
  return { width, height: vectors.length, data };
}

export interface HeatCell {
  row: number;
  column: number;
}

/** Where a key leads from a cell; null if the key means nothing here. */
export function moveCell(
  cell: HeatCell,
  key: string,
  size: { width: number; height: number },
): HeatCell | null {
  const steps: Record<string, [number, number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    PageUp: [-10, 0],
    PageDown: [10, 0],
    Home: [0, -size.width],
    End: [0, size.width],
  };
  const step = steps[key];
  if (!step) return null;
  return {
    row: Math.min(size.height - 1, Math.max(0, cell.row + step[0])),
    column: Math.min(size.width - 1, Math.max(0, cell.column + step[1])),
  };
}
