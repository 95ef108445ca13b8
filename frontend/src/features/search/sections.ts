const SEPARATOR = " > ";

export interface SectionCount {
  path: string;
  count: number;
}

/**
 * Every heading path with the passages in it and below it, in the order of the paths: a filter
 * by section takes what is below along, so that the count must too.
 */
export function rollUpSections(sections: Record<string, number>): SectionCount[] {
  const totals = new Map<string, number>();
  for (const [path, count] of Object.entries(sections)) {
    const headings = path.split(SEPARATOR);
    for (let depth = 1; depth <= headings.length; depth++) {
      const prefix = headings.slice(0, depth).join(SEPARATOR);
      totals.set(prefix, (totals.get(prefix) ?? 0) + count);
    }
  }
  return [...totals]
    .map(([path, count]) => ({ path, count }))
    .sort((one, other) => one.path.localeCompare(other.path, "en", { numeric: true }));
}
