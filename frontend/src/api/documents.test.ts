import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";

import { stubApi } from "@/testing/answers";
import { makeDocument } from "@/testing/records";

import {
  applyChanges,
  documentQuery,
  keepLatest,
  libraryKey,
  libraryQuery,
  publishChanges,
  restoreDocuments,
  storageQuery,
} from "./documents";

const one = makeDocument({ id: "01", updated_at: "2026-11-29T10:00:05Z" });
const two = makeDocument({ id: "02" });
const library = { documents: [two, one], total: 2 };

it("adds new documents in front, newest first", () => {
  const changes = new Map(["03", "04"].map((id) => [id, makeDocument({ id })]));
  const changed = applyChanges(library, changes);
  expect(changed.documents.map(({ id }) => id)).toEqual(["04", "03", "02", "01"]);
  expect(changed.total).toBe(4);
});

it("takes a later state and refuses an earlier one", () => {
  const later = { ...one, status: "failed" as const, updated_at: "2026-11-29T10:00:06Z" };
  const earlier = { ...one, status: "queued" as const, updated_at: "2026-11-29T10:00:01Z" };
  const stateAfter = (state: typeof one) =>
    applyChanges(library, new Map([["01", state]])).documents[1]?.status;
  expect(stateAfter(later)).toBe("failed");
  expect(stateAfter(earlier)).toBe(one.status);
});

it("compares states as times: a whole second comes without a fraction", () => {
  const later = { ...one, status: "failed" as const, updated_at: "2026-11-29T10:00:05.312000Z" };
  const changed = new Map([["01", later]]);
  expect(applyChanges(library, changed).documents[1]).toBe(later);
  expect(keepLatest(library, { documents: [later], total: 1 }).documents).toEqual([later]);
  const back = { documents: [later], total: 1 };
  expect(keepLatest(back, { documents: [one], total: 1 }).documents).toEqual([later]);
});

it("forgets what was deleted", () => {
  expect(applyChanges(library, new Map([["02", null]]))).toEqual({ documents: [one], total: 1 });
});

it("lets no list that was on its way put back what the news had overtaken", async () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(libraryKey, library);
  let answer: (fetched: typeof library) => void = () => undefined;
  const slow = queryClient.fetchQuery({
    ...libraryQuery,
    queryFn: () => new Promise<typeof library>((resolve) => (answer = resolve)),
  });
  const later = { ...one, status: "failed" as const, updated_at: "2026-11-29T10:00:06Z" };
  const deleted = makeDocument({ id: "09" });
  publishChanges(
    queryClient,
    new Map([
      [one.id, later],
      [deleted.id, null],
    ]),
  );
  answer({ documents: [deleted, two, one], total: 3 });
  await slow;
  expect(queryClient.getQueryData(libraryKey)).toEqual({ documents: [two, later], total: 2 });
});

it("takes a list as it is where nothing newer is known", () => {
  expect(keepLatest(undefined, library)).toEqual(library);
  expect(keepLatest({ documents: [one], total: 1 }, library)).toEqual(library);
});

it("reads the rest of a document anew once its new chunks have taken over", async () => {
  const path = `/api/documents/${one.id}`;
  const made = stubApi({
    [`GET ${path}`]: { body: one },
    [`GET ${path}/storage`]: { body: { record: 1 } },
  });
  const queryClient = new QueryClient();
  const stops = [documentQuery(one.id), storageQuery(one.id)].map((query) =>
    new QueryObserver(queryClient, query as ReturnType<typeof storageQuery>).subscribe(() => {}),
  );
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  const storageCalls = () => made.filter(({ url }) => url.endsWith("/storage")).length;

  const later = { ...one, updated_at: "2026-11-29T10:00:06Z" };
  publishChanges(queryClient, new Map([[one.id, later]]));
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(storageCalls()).toBe(1);
  const cutAnew = { ...later, chunking: { strategy: "sentences", size: 400, overlap: 60 } };
  publishChanges(queryClient, new Map([[one.id, cutAnew]]));
  await expect.poll(storageCalls).toBe(2);
  stops.forEach((stop) => stop());
});

it("asks no more for a document that is being deleted or gone", async () => {
  const path = `/api/documents/${one.id}`;
  const made = stubApi({
    [`GET ${path}`]: { body: one },
    [`GET ${path}/storage`]: { body: { record: 1 } },
  });
  const queryClient = new QueryClient();
  const shown = new QueryObserver(queryClient, documentQuery(one.id));
  const stops = [
    shown.subscribe(() => {}),
    new QueryObserver(queryClient, storageQuery(one.id)).subscribe(() => {}),
  ];
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(made).toHaveLength(2);

  const deleting = { ...one, status: "deleting" as const, updated_at: "2026-11-29T10:00:07Z" };
  publishChanges(queryClient, new Map([[one.id, deleting]]));
  expect(shown.getCurrentResult().data?.status).toBe("deleting");
  publishChanges(queryClient, new Map([[one.id, null]]));
  await expect.poll(() => shown.getCurrentResult().data).toBeNull();
  // The stream may tell of the deletion later than the answer to it.
  publishChanges(queryClient, new Map([[one.id, deleting]]));
  publishChanges(queryClient, new Map([[one.id, null]]));
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(shown.getCurrentResult().data).toBeNull();
  expect(made).toHaveLength(2);
  stops.forEach((stop) => stop());
});

it("takes a deleted document back once an archive has brought it", async () => {
  const back = makeDocument({ id: "0a" });
  const path = `/api/documents/${back.id}`;
  stubApi({ [`GET ${path}`]: { body: back } });
  const queryClient = new QueryClient();
  queryClient.setQueryData(libraryKey, { documents: [back], total: 1 });
  const shown = new QueryObserver(queryClient, documentQuery(back.id));
  const stop = shown.subscribe(() => {});
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  publishChanges(queryClient, new Map([[back.id, null]]));
  await expect.poll(() => shown.getCurrentResult().data).toBeNull();

  restoreDocuments(queryClient, [back.id]);
  await expect.poll(() => shown.getCurrentResult().data).toEqual(back);
  const fetched = { documents: [back], total: 1 };
  await queryClient.fetchQuery({ ...libraryQuery, queryFn: () => fetched });
  expect(queryClient.getQueryData(libraryKey)).toEqual(fetched);
  stop();
});
