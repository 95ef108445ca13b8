import type { Scheme } from "./documentColor";

type Rgb = readonly [number, number, number];

/** Two hues that people with colour-vision deficiencies tell apart, and the surface between. */
const ends: Record<Scheme, { low: Rgb; zero: Rgb; high: Rgb }> = {
  light: { low: [22, 82, 158], zero: [247, 247, 245], high: [191, 87, 0] },
  dark: { low: [106, 168, 245], zero: [30, 34, 40], high: [245, 160, 74] },
};

/** The colour of a number on a scale from −`limit` (blue) over 0 to `limit` (orange). */
export function heatColor(value: number, limit: number, scheme: Scheme): Rgb {
  const { low, zero, high } = ends[scheme];
  const share = limit > 0 ? Math.min(1, Math.abs(value) / limit) : 0;
  const end = value < 0 ? low : high;
  const mix = (channel: 0 | 1 | 2) =>
    Math.round(zero[channel] + (end[channel] - zero[channel]) * share);
  return [mix(0), mix(1), mix(2)];
}

/** The largest distance from zero. */
export function findLimit(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** Rows of numbers as pixels, one a number. Rows are equally long. */
export function paintHeat(
  rows: readonly (readonly number[])[],
  limit: number,
  scheme: Scheme,
): ImageData {
  const width = rows[0]?.length ?? 1;
  const image = new ImageData(Math.max(1, width), Math.max(1, rows.length));
  rows.forEach((row, y) =>
    row.forEach((value, x) => {
      const [r, g, b] = heatColor(value, limit, scheme);
      image.data.set([r, g, b, 255], (y * width + x) * 4);
    }),
  );
  return image;
}
