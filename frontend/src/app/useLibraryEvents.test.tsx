import { expect, it, vi } from "vitest";

import { documentQuery, libraryKey, libraryQuery } from "@/api/documents";
import { makeDocument } from "@/testing/records";
import { renderInStudio } from "@/testing/render";

import { useLibraryEvents } from "./useLibraryEvents";

function Listener() {
  useLibraryEvents();
  return null;
}

it("shows a document again that somebody else deleted and brought back", async () => {
  const document = makeDocument({ id: "0d" });
  const told = new TransformStream<string, string>();
  const writer = told.writable.getWriter();
  const tell = (event: string, data: unknown) =>
    writer.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const stream = told.readable.pipeThrough(new TextEncoderStream());
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(stream)));
  const { queryClient } = await renderInStudio(<Listener />);
  const library = { documents: [document], total: 1 };
  queryClient.setQueryData(libraryKey, library);
  queryClient.setQueryData(documentQuery(document.id).queryKey, document);
  const listed = () => queryClient.getQueryData(libraryQuery.queryKey)?.documents;
  const held = () => queryClient.getQueryData(documentQuery(document.id).queryKey);

  void tell("deleted", { id: document.id });
  await expect.poll(listed).toEqual([]);
  await expect.poll(held).toBeNull();

  void tell("document", document);
  await expect.poll(listed).toEqual([document]);
  expect(held()).toEqual(document);
  const fetched = await queryClient.fetchQuery({ ...libraryQuery, queryFn: () => library });
  expect(fetched).toEqual(library);
  expect(listed()).toEqual([document]);
});
