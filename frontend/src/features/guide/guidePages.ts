/** The Markdown files of `docs/`, each loaded when it is read. Keys are names without `.md`. */
const files = import.meta.glob<string>("../../../../docs/*.md", {
  query: "?raw",
  import: "default",
});

export const guidePages: ReadonlyMap<string, () => Promise<string>> = new Map(
  Object.entries(files)
    .map(([path, load]) => [path.replace(/^.*\/|\.md$/g, ""), load] as const)
    .sort(([one], [other]) => one.localeCompare(other)),
);

/** GitHub's rule for the anchor of a heading. */
export function headingAnchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}
