// Fails when the JavaScript of the first screen, compressed, is over its budget.
import { readdir, readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

const BUDGET_KB = 350;
const assets = new URL("../dist/assets/", import.meta.url);
const manifest = JSON.parse(
  await readFile(new URL("../dist/.vite/manifest.json", import.meta.url), "utf8"),
);

function collect(key, into) {
  const entry = manifest[key];
  if (!entry || into.has(entry.file)) return into;
  into.add(entry.file);
  for (const imported of entry.imports ?? []) collect(imported, into);
  return into;
}

const first = collect("index.html", new Set());
collect("src/features/library/LibraryScreen.tsx", first);
let bytes = 0;
for (const file of first) {
  if (!file.endsWith(".js")) continue;
  bytes += gzipSync(await readFile(new URL(`../dist/${file}`, import.meta.url))).length;
}
const count = (await readdir(assets)).filter((name) => name.endsWith(".js")).length;
const kilobytes = bytes / 1000;
console.log(
  `First screen: ${kilobytes.toFixed(1)} kB compressed of ${BUDGET_KB} (${count} scripts in all).`,
);
if (kilobytes > BUDGET_KB) process.exit(1);
