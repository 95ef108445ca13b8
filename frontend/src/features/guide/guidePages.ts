/** The Markdown files of `docs/`, each loaded when it is read. Keys are names without `.md`. */
const files = import.meta.glob<string>("../../../../docs/*.md", {
  query: "?raw",
  import: "default",
});

export const guidePages: ReadonlyMap<string, () => Promise<string>> = new Map(
  Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.md$/g, ""), load] as const),
);

/** The guides as the README lists them: in its order, under its titles, with what they are about. */
export const guides = [
  {
    name: "lifecycle",
    title: "The document's path",
    about: "stages, states, leases, recovery, versions, deletion and its receipt",
  },
  {
    name: "chunking",
    title: "Chunking",
    about: "strategies and when to use which, the chunk laboratory",
  },
  {
    name: "retrieval",
    title: "The question's path",
    about: "stages, every score with its formula, threshold, filters",
  },
  {
    name: "clarification",
    title: "Asking back",
    about: "when a question is ambiguous, what may leave the machine, the figures",
  },
  {
    name: "answers",
    title: "Written answers",
    about: "the optional language model, what it is sent, how its citations are checked",
  },
  {
    name: "versions",
    title: "Versions of a source",
    about: "which source controls on a day, amendments, what changed",
  },
  {
    name: "storage",
    title: "Storage",
    about: "where each kind of data lives, the seven representations",
  },
  {
    name: "backup",
    title: "Backup and move",
    about: "export and import, from the embedded database to Atlas and back",
  },
  {
    name: "reliability",
    title: "Reliability",
    about:
      "what is promised under load, in crashes and to hostile input, how it is tested, the figures",
  },
  {
    name: "mongodb",
    title: "Looking into MongoDB",
    about: "every collection and field, mongosh and Compass, edits by hand",
  },
  { name: "evaluation", title: "Evaluation", about: "suites, verdicts, figures, the gate" },
  {
    name: "calibration",
    title: "The decision",
    about:
      "found, weak or no evidence: how it is made, what it costs on corpora not seen, and a threshold in its place",
  },
  {
    name: "models",
    title: "Models",
    about: "where weights come from, offline, precision, licences",
  },
  { name: "offline-reranker", title: "The offline reranker", about: "its model card" },
  { name: "configuration", title: "Configuration", about: "every setting" },
  { name: "cli", title: "The command line", about: "every command and option" },
  { name: "api", title: "The HTTP API", about: "every route, type and error" },
  {
    name: "integrations",
    title: "Integrations",
    about: "agents by MCP, LangChain and Haystack retrievers",
  },
  {
    name: "performance",
    title: "Performance",
    about: "ingestion, search, start and growth, measured beside other libraries",
  },
  {
    name: "scale",
    title: "Past one machine",
    about: "the Atlas engine, more workers, containers, when to move",
  },
  { name: "development", title: "Development", about: "layout, layers, tests, adding a part" },
  { name: "style", title: "Style sheet", about: "words, sentences, errors, commits" },
] as const;

/** GitHub's rule for the anchor of a heading. */
export function headingAnchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}
