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
