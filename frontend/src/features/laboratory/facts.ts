/** Between the values of a fact: `Elmsworth; Notice days; 45`. */
const BETWEEN = ";";

/** Facts as they are written, one a line; the same fact twice counts once. */
export function readFacts(written: string): string[] {
  const facts = written.split("\n").map((line) => splitFact(line).join(`${BETWEEN} `));
  return [...new Set(facts.filter((fact) => fact !== ""))];
}

/** The values of one fact. */
export function splitFact(fact: string): string[] {
  return fact
    .split(BETWEEN)
    .map((value) => value.trim())
    .filter((value) => value !== "");
}
