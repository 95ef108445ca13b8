import { beforeEach, expect, it, vi } from "vitest";

import { ApiError } from "@/api/errors";
import { makeDocument } from "@/testing/records";

import { sendFile } from "./sendFile";
import { addUploads, duplicateOf, sendAgain, uploads } from "./uploads";

vi.mock("./sendFile");
const send = vi.mocked(sendFile);
const chosen = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    file: new File(["x"], `${n}.md`),
    group: "policies",
  }));
const states = () => uploads.get().map(({ state }) => state);
const duplicate = new ApiError({
  code: "duplicate_document",
  message: "a.md has the same bytes as b.md.",
  details: { document_id: "0b", filename: "b.md" },
  status: 409,
});

beforeEach(() => {
  uploads.set([]);
  send.mockReset();
});

it("sends three at once and the next as one ends", async () => {
  const endings: (() => void)[] = [];
  send.mockImplementation(
    () => new Promise((resolve) => endings.push(() => resolve(makeDocument()))),
  );
  addUploads(chosen(5));
  expect(states()).toEqual(["sending", "sending", "sending", "waiting", "waiting"]);
  endings[0]?.();
  await vi.waitFor(() =>
    expect(states()).toEqual(["sent", "sending", "sending", "sending", "waiting"]),
  );
});

it("sends every file with how it was to be cut when it was chosen", async () => {
  send.mockResolvedValue(makeDocument());
  addUploads(chosen(1), { strategy: "sentences", size: 400 });
  addUploads(chosen(1));
  await vi.waitFor(() => expect(states()).toEqual(["sent", "sent"]));
  expect(send.mock.calls.map(([sent]) => sent.chunking)).toEqual([
    { strategy: "sentences", size: 400 },
    {},
  ]);
});

it("keeps going past a refused file, and can keep a duplicate after all", async () => {
  send.mockRejectedValueOnce(duplicate).mockResolvedValue(makeDocument({ id: "0c" }));
  addUploads(chosen(2));
  await vi.waitFor(() => expect(states()).toEqual(["refused", "sent"]));
  const [refused] = uploads.get();
  expect(refused?.error && duplicateOf(refused.error)).toEqual({ id: "0b", filename: "b.md" });
  sendAgain(refused?.key ?? 0, true);
  await vi.waitFor(() => expect(states()).toEqual(["sent", "sent"]));
  expect(send).toHaveBeenLastCalledWith(expect.objectContaining({ keepDuplicate: true }));
});
