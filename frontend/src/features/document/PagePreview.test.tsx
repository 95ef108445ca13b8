import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import { makeDocument } from "@/testing/records";
import { renderInStudio } from "@/testing/render";

import { PagePreview } from "./PagePreview";

const document = makeDocument({ filename: "scan.tiff", content_type: "image/tiff" });
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  URL.createObjectURL = () => "blob:page";
  URL.revokeObjectURL = () => {};
  vi.stubGlobal("fetch", (address: string) => {
    asked.push(address);
    return Promise.resolve(new Response("png", { headers: { "X-Page-Count": "2" } }));
  });
});

it("offers every page the file has, also those no chunk begins on", async () => {
  await renderInStudio(<PagePreview document={document} />);
  expect(await screen.findByAltText("Page 1 of scan.tiff")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "2" }));
  expect(await screen.findByAltText("Page 2 of scan.tiff")).toBeInTheDocument();
  expect(asked.map((address) => /pages\/(\d+)\.png/.exec(address)?.[1])).toEqual(["1", "2"]);
});
