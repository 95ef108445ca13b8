import { execFileSync } from "node:child_process";

import { describe, expect, it } from "vitest";

import { cliCommands, curlCommand, quoteForShell } from "./searchCommands";

/** What a POSIX shell makes of the words, one argument a line. */
function readByShell(words: string): string {
  return execFileSync("/bin/sh", ["-c", `printf '%s\\n' ${words}`], { encoding: "utf8" });
}

describe("quoteForShell", () => {
  const hostile = [
    "What's the port's rule?",
    "$(touch /tmp/x) `id` $HOME",
    'a "b" \\ c',
    "two\nlines",
    "naïve 日本語 🦑",
    "*",
    "~root",
    "",
    "'",
    "a;b & c | d > e # f !g",
  ];
  it.each(hostile)("reaches the command as it was written: %j", (word) => {
    expect(readByShell(quoteForShell(word))).toBe(`${word}\n`);
  });

  it("leaves plain words readable", () => {
    expect(quoteForShell("SEC-104")).toBe("SEC-104");
  });
});

describe("cliCommands", () => {
  it("writes one command a mode", () => {
    expect(cliCommands({ q: "What's new?", mode: "both", limit: 3 })).toEqual([
      `.venv/bin/ragstudio search --mode vector --limit 3 'What'\\''s new?'`,
      `.venv/bin/ragstudio search --limit 3 'What'\\''s new?'`,
    ]);
  });

  it("keeps groups and questions that look like options apart from options", () => {
    const [command = ""] = cliCommands({ q: "--help", group: ["-x", "a b"] });
    expect(readByShell(command)).toBe(
      ".venv/bin/ragstudio\nsearch\n--group=-x\n--group=a b\n--\n--help\n",
    );
  });

  it("says every filter and setting of the lab", () => {
    const [command = ""] = cliCommands({
      q: "x",
      threshold: 0,
      candidates: 10,
      document: ["d1", "d2"],
      status: ["current"],
      section: "Leave > Carry-over",
      block: ["row"],
    });
    expect(readByShell(command).split("\n").slice(2, -1)).toEqual([
      "--minimum-score=0",
      "--candidates=10",
      "--document=d1",
      "--document=d2",
      "--source-status=current",
      "--section=Leave > Carry-over",
      "--block-type=row",
      "x",
    ]);
  });
});

describe("curlCommand", () => {
  it("carries the very body the lab sends", () => {
    const command = curlCommand(
      { q: "it's 5 o'clock", threshold: 0.2, group: ["hr"], as_of: "2025-01-01" },
      "http://127.0.0.1:8000",
      false,
    );
    const words = readByShell(command).split("\n");
    expect(words[2]).toBe("http://127.0.0.1:8000/api/search");
    expect(JSON.parse(words[6] ?? "")).toEqual({
      query: "it's 5 o'clock",
      minimum_score: 0.2,
      as_of: "2025-01-01",
      filters: { group: ["hr"] },
    });
  });

  it("names the token's variable and never the token", () => {
    expect(curlCommand({ q: "x" }, "http://localhost", true)).toContain(
      '--header "Authorization: Bearer $API_TOKEN"',
    );
  });
});
