import { expect, it } from "vitest";

import { buildCommands, quote } from "./databaseCommands";

it("asks the studio for the address while the password is hidden", () => {
  for (const { command } of buildCommands({ name: "ragstudio" }, undefined)) {
    expect(command).toContain('"$(.venv/bin/ragstudio mongo-uri)"');
  }
});

it("quotes an address so that a shell passes it on as it is", () => {
  const uri = "mongodb://a:it's$x@127.0.0.1/?directConnection=true&authSource=admin";
  expect(quote(uri)).toBe(
    String.raw`'mongodb://a:it'\''s$x@127.0.0.1/?directConnection=true&authSource=admin'`,
  );
  expect(buildCommands({ name: "ragstudio" }, uri)[0]?.command).toBe(`mongosh ${quote(uri)}`);
});
