import type { SystemFacts } from "@/api/types";

export interface DatabaseCommand {
  name: string;
  command: string;
  explanation: string;
}

/** The shell's quoting for any text: single quotes, each inner one written as '\''. */
export function quote(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * Commands that open the database. Without the address they ask the studio for it, so that they
 * work while the password is hidden.
 */
export function buildCommands(
  database: Pick<SystemFacts["database"], "name">,
  uri: string | undefined,
): DatabaseCommand[] {
  const address = uri === undefined ? '"$(.venv/bin/ragstudio mongo-uri)"' : quote(uri);
  const look = `db.getSiblingDB(${JSON.stringify(database.name)}).documents.find({}, {filename: 1, status: 1, counts: 1})`;
  return [
    {
      name: "mongosh",
      command: `mongosh ${address}`,
      explanation:
        "Run it in the studio’s folder. “make mongosh” does the same, and fetches mongosh if it is missing.",
    },
    {
      name: "A first look",
      command: `mongosh ${address} --eval ${quote(look)}`,
      explanation: "Every document with its status and counts.",
    },
    {
      name: "Compass",
      command: `mongodb-compass ${address}`,
      explanation: "Or paste the address into Compass under “Add new connection”.",
    },
  ];
}
