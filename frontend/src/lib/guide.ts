/** Where each explanation continues: a file of `docs/` and a heading in it. */
const guide = {
  lifecycle: "lifecycle",
  extracting: "lifecycle#extracting",
  chunking: "lifecycle#chunking",
  strategies: "chunking#strategies",
  laboratory: "chunking#the-chunk-laboratory",
  rechunking: "lifecycle#re-chunking",
  embedding: "lifecycle#embedding",
  indexing: "lifecycle#indexing",
  deleting: "lifecycle#deleting",
  exporting: "backup#export",
  importing: "backup#import",
  storage: "storage#representations",
  mongodb: "mongodb#looking-around",
  retrieval: "retrieval",
  scores: "retrieval#scores",
  cosine: "retrieval#cosine",
  bm25: "retrieval#bm25",
  fusion: "retrieval#fusion",
  reranking: "retrieval#reranking",
  threshold: "retrieval#threshold",
  clarification: "clarification",
  localGate: "clarification#the-local-gate",
  answers: "answers#what-leaves-the-machine",
  answerChecks: "answers#what-is-checked",
  openrouterGate: "clarification#the-openrouter-gate",
  versions: "versions#chains",
  controlling: "versions#which-source-controls",
  changes: "versions#what-changed",
  filters: "retrieval#filters",
  decisions: "retrieval#decisions",
  outcomes: "retrieval#outcomes",
  map: "retrieval#the-map",
  evaluation: "evaluation",
  figures: "evaluation#figures",
  gate: "evaluation#the-gate",
  comparison: "evaluation#comparing-two-runs",
  experiments: "evaluation#experiments",
  aggregate: "evaluation#counting-questions",
  calibration: "calibration#the-report",
  models: "models",
  configuration: "configuration",
} as const;

export type GuideTopic = keyof typeof guide;

export const guideTopics = Object.keys(guide) as GuideTopic[];

/** The guide page (a file name without `.md`) and heading of a topic. */
export function guidePlace(topic: GuideTopic): { page: string; hash: string } {
  const [page = "", hash = ""] = guide[topic].split("#");
  return { page, hash };
}
