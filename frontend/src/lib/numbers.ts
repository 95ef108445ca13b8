const whole = new Intl.NumberFormat("en");

/** `12,345` */
export function formatCount(value: number): string {
  return whole.format(value);
}

/** `1 chunk`, `2 chunks` */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** Decimal units, as file managers count: `1.2 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** Binary units, for limits that are set in them: `50 MiB`. */
export function formatMebibytes(bytes: number): string {
  return `${whole.format(bytes / 2 ** 20)} MiB`;
}

/**
 * A score to four decimals; one that would read as zero, or as one, keeps two digits that tell. A
 * minus is a real minus sign so that columns align.
 */
export function formatScore(value: number): string {
  const size = Math.abs(value);
  if (size > 0 && size < 0.00005) return value.toExponential(1).replaceAll("-", "−");
  if (size < 1 && size >= 0.99995) return value.toPrecision(6).replace("-", "−");
  return value.toFixed(4).replace("-", "−");
}
