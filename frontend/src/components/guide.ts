/** Where each explanation continues: a file of `docs/` and a heading in it. */
const guide = {
  lifecycle: "lifecycle",
  extracting: "lifecycle#extracting",
  chunking: "lifecycle#chunking",
  embedding: "lifecycle#embedding",
  indexing: "lifecycle#indexing",
  deleting: "lifecycle#deleting",
  storage: "storage",
  retrieval: "retrieval",
  scores: "retrieval#scores",
  cosine: "retrieval#cosine",
  bm25: "retrieval#bm25",
  fusion: "retrieval#fusion",
  reranking: "retrieval#reranking",
  threshold: "retrieval#threshold",
  clarification: "retrieval#clarification",
  filters: "retrieval#filters",
  evaluation: "evaluation",
  models: "models",
  configuration: "configuration",
} as const;

export type GuideTopic = keyof typeof guide;

/** The guide page (a file name without `.md`) and heading of a topic. */
export function guidePlace(topic: GuideTopic): { page: string; hash: string } {
  const [page = "", hash = ""] = guide[topic].split("#");
  return { page, hash };
}
