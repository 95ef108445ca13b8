import { Button, Group, SimpleGrid, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";

import { api, unwrap } from "@/api/client";
import { publishChanges } from "@/api/documents";
import type { SourceEdit, StudioDocument } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { notifyDone } from "@/lib/notify";

import { findEdit } from "./sourceEdit";

const fields = [
  { name: "record_id", label: "Record id", type: "text" },
  { name: "owner", label: "Owner", type: "text" },
  { name: "effective_date", label: "Effective from", type: "date" },
  { name: "superseded_date", label: "Superseded on", type: "date" },
  { name: "replaces", label: "Replaces", type: "text" },
  { name: "replaced_by", label: "Replaced by", type: "text" },
  { name: "amends", label: "Amends", type: "text" },
  { name: "amends_section", label: "Amends section", type: "text" },
] as const;

/** What the document says about itself; a person may correct it once it is ready. */
export function SourceForm({ document }: { document: StudioDocument }) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(document.source);
  const edit = findEdit(document.source, draft);
  const editable = document.status === "ready";

  const save = useMutation({
    mutationFn: (body: SourceEdit) =>
      unwrap(
        api.PATCH("/api/documents/{document_id}", {
          params: { path: { document_id: document.id } },
          body,
        }),
      ),
    onSuccess: (changed) => {
      publishChanges(queryClient, new Map([[changed.id, changed]]));
      notifyDone("Saved. The next search goes by it.");
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (edit) save.mutate(edit);
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="xs">
          <Select
            label="Status"
            description={document.source_origins.status}
            inputWrapperOrder={["label", "input", "description"]}
            data={["current", "superseded", "draft"]}
            value={draft.status}
            allowDeselect={false}
            disabled={!editable}
            onChange={(status) => setDraft({ ...draft, status: status ?? "current" })}
          />
          <div />
          {fields.map(({ name, label, type }) => (
            <TextInput
              key={name}
              label={label}
              description={document.source_origins[name]}
              inputWrapperOrder={["label", "input", "description"]}
              type={type}
              value={draft[name] ?? ""}
              disabled={!editable}
              maxLength={type === "text" ? 200 : undefined}
              onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
            />
          ))}
        </SimpleGrid>
        {save.error && <ErrorNotice error={save.error} />}
        {!editable && (
          <Text fz="xs" c="dimmed">
            It can be corrected once the document is ready.
          </Text>
        )}
        <Group gap="xs">
          <Button type="submit" disabled={!edit || !editable} loading={save.isPending}>
            Save
          </Button>
          {edit && (
            <Button variant="subtle" onClick={() => setDraft(document.source)}>
              Undo changes
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
