import { Modal } from "@mantine/core";

import type { StudioDocument } from "@/api/types";
import { plural } from "@/lib/numbers";

import { DeletionProgress } from "./DeletionProgress";
import { DeletionQuestion } from "./DeletionQuestion";
import { Receipt } from "./Receipt";
import { useDeletion } from "./useDeletion";

interface Props {
  documents: StudioDocument[];
  /** `deleted` says whether anything was and the person stays here to see it gone. */
  onClose: (deleted: boolean) => void;
}

/** Asks, deletes, and shows the receipt. */
export function DeleteDialog({ documents, onClose }: Props) {
  const { deletion, receipts, failures } = useDeletion();
  const close = () => onClose(receipts.length > 0);
  const title = deletion.isSuccess
    ? failures.length
      ? "Deleted in part"
      : "Deleted"
    : documents.length === 1
      ? "Delete this document?"
      : `Delete ${plural(documents.length, "document")}?`;
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      closeOnClickOutside={!deletion.isPending}
      closeOnEscape={!deletion.isPending}
      withCloseButton={!deletion.isPending}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {deletion.isIdle && (
        <DeletionQuestion
          documents={documents}
          onCancel={close}
          onDelete={() => deletion.mutate(documents)}
        />
      )}
      {deletion.isPending && <DeletionProgress done={receipts.length} total={documents.length} />}
      {deletion.isSuccess && (
        <Receipt
          receipts={receipts}
          failures={failures}
          onClose={close}
          onLeave={() => onClose(false)}
        />
      )}
    </Modal>
  );
}
