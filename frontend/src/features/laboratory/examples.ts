import type { LaboratorySearch } from "./laboratorySearch";

export const EXAMPLES = ["table"] as const;
export type ExampleName = (typeof EXAMPLES)[number];

const BEGINNINGS = ["Ald", "Brim", "Carn", "Dun", "Elms", "Fair", "Glen", "Hart", "Inver", "Kel"];
const ENDINGS = ["brook", "croft", "dale", "ford", "gate", "ham", "ley", "mere", "stow", "worth"];
const REGIONS = ["North", "East", "South", "West"];
const HEADER = "Branch,Region,Notice days,Opened,Staff,Rent review";

/**
 * A table of a hundred branches, as CSV, so long that a splitter of characters leaves the names of
 * its columns behind in the first chunk. No two branches have the same notice.
 */
export function writeTable(): string {
  const rows = ENDINGS.flatMap((ending, e) =>
    BEGINNINGS.map((beginning, b) => {
      const at = e * BEGINNINGS.length + b;
      const opened = 1968 + ((at * 7) % 53);
      const review = 2027 + (at % 5);
      const columns = [
        `${beginning}${ending}`,
        REGIONS[(at * 3) % 4],
        30 + ((at * 17) % 100),
        opened,
        6 + ((at * 11) % 37),
        review,
      ];
      return columns.join(",");
    }),
  );
  return `${HEADER}\n${rows.join("\n")}\n`;
}

/** The classic failure: the same table split as characters, and as records of rows. */
const table = {
  content_type: "text/csv",
  write: writeTable,
  search: {
    a_strategy: "windows",
    a_size: 600,
    a_overlap: 90,
    a_plain: true,
    b_strategy: "rows",
    b_size: 600,
    fact: [
      "Brimbrook; Notice days; 47",
      "Fairmere; Notice days; 105",
      "Kelworth; Notice days; 113",
    ],
    q: "Which branch has the most notice days: Brimbrook, Fairmere or Kelworth?",
  } satisfies LaboratorySearch,
};

export const examples: Record<
  ExampleName,
  { content_type: string; write: () => string; search: LaboratorySearch }
> = { table };
