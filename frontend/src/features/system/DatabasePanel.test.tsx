import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { stubApi } from "@/testing/answers";
import { renderInStudio } from "@/testing/render";

import { DatabasePanel } from "./DatabasePanel";

const database = {
  uri: "mongodb://ragstudio:***@127.0.0.1:27017/",
  embedded: true,
  name: "ragstudio",
  server_version: "8.0.4",
  data_bytes: 1,
  storage_bytes: 1,
  index_bytes: 1,
};
const path = "GET /api/system/mongodb-uri";

it("fetches the password when asked for, and forgets it again", async () => {
  const whole = "mongodb://ragstudio:s3cret@127.0.0.1:27017/";
  const requests = stubApi({ [path]: { body: { uri: whole } } });
  await renderInStudio(<DatabasePanel database={database} />);
  expect(document.body).not.toHaveTextContent("s3cret");
  expect(requests).toHaveLength(0);

  await userEvent.click(screen.getByRole("button", { name: "Show the password" }));
  expect(await screen.findByText(whole)).toBeVisible();
  expect(screen.getByText(`mongosh '${whole}'`)).toBeVisible();

  await userEvent.click(screen.getByRole("button", { name: "Hide the password" }));
  expect(document.body).not.toHaveTextContent("s3cret");
});

it("says why another machine is not told", async () => {
  const error = { code: "password_withheld", message: "Not here.", hint: "Run it there." };
  stubApi({ [path]: { status: 403, body: { error: { ...error, details: {} } } } });
  await renderInStudio(<DatabasePanel database={database} />);
  await userEvent.click(screen.getByRole("button", { name: "Show the password" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Not here.Run it there.");
});

it("has nothing to show where the address carries no password", async () => {
  await renderInStudio(<DatabasePanel database={{ ...database, uri: "mongodb://host/" }} />);
  expect(screen.queryByRole("button", { name: "Show the password" })).toBeNull();
});
