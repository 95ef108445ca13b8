/** Readers for values in the address, which anybody may have written: what makes no sense is dropped. */

export function text(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** An id as the API gives them: 24 hexadecimal digits. */
export function objectId(value: unknown): string | undefined {
  const written = text(value);
  return written && /^[0-9a-f]{24}$/.test(written) ? written : undefined;
}

export function textList(value: unknown): string[] | undefined {
  const values = (Array.isArray(value) ? value : [value])
    .map(text)
    .filter((entry): entry is string => entry !== undefined);
  return values.length ? values : undefined;
}

export function oneOf<const Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === value);
}

/** A whole number from 1. */
export function positive(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number >= 1 ? number : undefined;
}

/** A whole number from 0. */
export function natural(value: unknown): number | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const number = Number(value);
  return Number.isInteger(number) && number >= 0 ? number : undefined;
}

/** A number within bounds, ends included. */
export function within(value: unknown, low: number, high: number): number | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) && number >= low && number <= high ? number : undefined;
}

export function flag(value: unknown): true | undefined {
  return value === true || value === "true" || value === 1 ? true : undefined;
}
