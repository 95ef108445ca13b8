import { describe, expect, it } from "vitest";

import { excerpt, findBestSentences, readBlocks } from "./passageBlocks";

const TABLE =
  "## 3. Rates\n\n| City | Hotel cap |\n| --- | ---: |\n| Porto | EUR 110 |\n| Valencia | EUR 125 |\n";

function spansOf(content: string, ...words: string[]): [number, number][] {
  const found: [number, number][] = [];
  for (const word of words)
    for (let at = content.indexOf(word); at >= 0; at = content.indexOf(word, at + 1))
      found.push([
        [...content.slice(0, at)].length,
        [...content.slice(0, at + word.length)].length,
      ]);
  return found.sort(([a], [b]) => a - b);
}

describe("readBlocks", () => {
  it("tells headings, tables, items and text apart, and keeps line breaks", () => {
    const content = `${TABLE}\nTwo lines\nof text.\n- an item`;
    const blocks = readBlocks(content);
    expect(blocks.map(({ kind }) => kind)).toEqual(["heading", "table", "text", "item"]);
    const table = blocks[1];
    if (table?.kind !== "table") throw new Error("no table");
    const read = (cells: { start: number; end: number }[]) =>
      cells.map(({ start, end }) => content.slice(start, end));
    expect(read(table.header ?? [])).toEqual(["City", "Hotel cap"]);
    expect(table.rows.map(read)).toEqual([
      ["Porto", "EUR 110"],
      ["Valencia", "EUR 125"],
    ]);
    const text = blocks[2];
    if (text?.kind !== "text") throw new Error("no text");
    expect(content.slice(text.text.start, text.text.end)).toBe("Two lines\nof text.");
  });
});

describe("findBestSentences", () => {
  it("finds the row that is asked for, read with its column names", () => {
    const [best] = findBestSentences([
      { content: TABLE, highlights: spansOf(TABLE, "Hotel", "cap", "Valencia") },
    ]);
    expect(best).toMatchObject({ row: 1, heading: "3. Rates" });
  });

  it("prefers the rare word, counts code points, and finds nothing where nothing matches", () => {
    const content = "🦑 Leave is leave. Carry-over ends in March. Leave is good.";
    const [best, none] = findBestSentences([
      { content, highlights: spansOf(content, "Leave", "Carry-over") },
      { content: "Other.", highlights: [] },
    ]);
    expect(content.slice(best?.start, best?.end)).toBe("Carry-over ends in March.");
    expect(none).toBeNull();
  });

  it("keeps the best row of a long table in the excerpt", () => {
    const rows = Array.from({ length: 40 }, (_, n) => `| city${n}x | ${n} |`).join("\n");
    const content = `| City | Cap |\n| --- | --- |\n${rows}`;
    const [best = null] = findBestSentences([{ content, highlights: spansOf(content, "city30x") }]);
    const [shown] = excerpt(readBlocks(content), best);
    if (shown?.block.kind !== "table") throw new Error("no table");
    expect(shown.block.rows.map(([cell]) => content.slice(cell?.start, cell?.end))).toEqual([
      "city29x",
      "city30x",
      "city31x",
    ]);
  });
});
