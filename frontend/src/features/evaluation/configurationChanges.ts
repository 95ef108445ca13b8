import type { Run } from "./evaluationTypes";

export interface ConfigurationChange {
  /** Dotted path: `studio.reranker.name`. */
  name: string;
  before: string;
  now: string;
}

function flatten(value: unknown, path: string, into: Map<string, string>): Map<string, string> {
  if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      flatten(inner, path ? `${path}.${name}` : name, into);
    }
  } else {
    into.set(path, value === null || value === undefined ? "default" : JSON.stringify(value));
  }
  return into;
}

/** What was different in two runs besides their verdicts: the causes a flip may have. */
export function compareConfigurations(
  now: Run["configuration"],
  before: Run["configuration"],
): ConfigurationChange[] {
  const [later, earlier] = [flatten(now, "", new Map()), flatten(before, "", new Map())];
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .map((name) => ({
      name,
      before: earlier.get(name) ?? "default",
      now: later.get(name) ?? "default",
    }))
    .filter((change) => change.before !== change.now);
}
