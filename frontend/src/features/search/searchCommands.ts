import type { SearchResponse } from "@/api/types";

import { labRequest } from "./labRequest";
import type { LabSearch } from "./labSearch";

/** One word for a POSIX shell: as it is where that is safe, in single quotes otherwise. */
export function quoteForShell(word: string): string {
  if (/^[A-Za-z0-9_/:=.,@%+-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The search as a call of the API. The token, if one is in use, is read from the environment. */
export function curlCommand(lab: LabSearch, origin: string, withToken: boolean): string {
  const path = lab.mode === "both" ? "/api/search/compare" : "/api/search";
  const words = ["curl", "--silent", quoteForShell(`${origin}${path}`)];
  if (withToken) words.push("--header", '"Authorization: Bearer $API_TOKEN"');
  words.push("--header", quoteForShell("Content-Type: application/json"));
  words.push("--data", quoteForShell(JSON.stringify(labRequest(lab))));
  return words.join(" ");
}

/**
 * The search as commands for a shell in the studio's folder, where the installation has put the
 * command beside its Python; side by side makes one for each mode.
 */
export function cliCommands(lab: LabSearch): string[] {
  const modes = lab.mode === "both" ? (["vector", "hybrid"] as const) : [lab.mode ?? "hybrid"];
  return modes.map((mode) => {
    const words = [".venv/bin/ragstudio", "search"];
    if (mode === "vector") words.push("--mode", "vector");
    if (lab.limit !== undefined) words.push("--limit", String(lab.limit));
    if (lab.as_of) words.push("--as-of", lab.as_of);
    if (lab.all) words.push("--include-superseded");
    const options: [string, string | number | readonly string[] | undefined][] = [
      ["minimum-score", lab.threshold],
      ["candidates", lab.candidates],
      ["group", lab.group],
      ["document", lab.document],
      ["source-status", lab.status],
      ["section", lab.section],
      ["block-type", lab.block],
    ];
    for (const [option, said] of options) {
      for (const value of [said ?? []].flat()) {
        words.push(`--${option}=${quoteForShell(String(value))}`);
      }
    }
    const question = lab.q?.trim() ?? "";
    // A question that begins with a dash would be read as an option.
    if (question.startsWith("-")) words.push("--");
    words.push(quoteForShell(question));
    return words.join(" ");
  });
}

/** The search in Python, with the standard library alone. */
export function pythonScript(lab: LabSearch, origin: string, withToken: boolean): string {
  const path = lab.mode === "both" ? "/api/search/compare" : "/api/search";
  // A JSON text inside a JSON string is a Python string literal too.
  const body = JSON.stringify(JSON.stringify(labRequest(lab)));
  return [
    withToken ? "import json, os, urllib.request" : "import json, urllib.request",
    "",
    "request = urllib.request.Request(",
    `    ${JSON.stringify(origin + path)},`,
    `    data=${body}.encode(),`,
    withToken
      ? '    headers={"Content-Type": "application/json", "Authorization": f"Bearer {os.environ[\'API_TOKEN\']}"},'
      : '    headers={"Content-Type": "application/json"},',
    ")",
    "answer = json.load(urllib.request.urlopen(request))",
    lab.mode === "both"
      ? 'print({mode: [hit["filename"] for hit in one["results"]] for mode, one in answer.items()})'
      : 'print(answer["decision"], [hit["filename"] for hit in answer["results"]])',
  ].join("\n");
}

/** The returned passages in the database, without their vectors. */
export function mongoshCommand({ results }: Pick<SearchResponse, "results">): string {
  const ids = results.map(({ id }) => `ObjectId("${id}")`).join(", ");
  return `db.chunks.find({ _id: { $in: [${ids}] } }, { embedding: 0 })`;
}

/** Both branches and their fusion for Atlas; `queryVector` is the question, embedded by the same model. */
export function atlasAggregation(
  lab: LabSearch,
  { pipeline }: Pick<SearchResponse, "pipeline">,
): string {
  const candidates = lab.candidates ?? Math.max(pipeline.vector_candidates ?? 0, 30);
  const vector = {
    $vectorSearch: {
      index: "ragstudio_vectors",
      path: "embedding",
      queryVector: "QUESTION_VECTOR",
      exact: true,
      limit: candidates,
    },
  };
  const text = {
    $search: { index: "ragstudio_text", text: { query: lab.q?.trim() ?? "", path: "content" } },
  };
  const stages =
    lab.mode === "vector"
      ? [vector]
      : [
          {
            $rankFusion: {
              input: { pipelines: { vector: [vector], text: [text, { $limit: candidates }] } },
            },
          },
        ];
  const written = [...stages, { $limit: lab.limit ?? 6 }, { $project: { embedding: 0 } }];
  return `db.chunks.aggregate(${JSON.stringify(written, null, 2).replace('"QUESTION_VECTOR"', "QUESTION_VECTOR")})`;
}
