// Fails when src/api/schema.d.ts is not what openapi.json generates.
import { readFile } from "node:fs/promises";

import openapi, { astToString } from "openapi-typescript";

const root = new URL("../", import.meta.url);
const generated = astToString(
  await openapi(new URL("openapi.json", root), { defaultNonNullable: false }),
);
const kept = await readFile(new URL("src/api/schema.d.ts", root), "utf8");
const body = (text) => text.replace(/^\/\*\*[\s\S]*?\*\/\s*/, "").trim();
if (body(kept) !== body(generated)) {
  console.error("src/api/schema.d.ts is stale. Run `npm run generate` and commit the result.");
  process.exit(1);
}
console.log("The API client is up to date.");
