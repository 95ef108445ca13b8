import { Button } from "@mantine/core";
import { IconPackageExport, IconPackageImport } from "@tabler/icons-react";
import { useState } from "react";

import { ExportDialog } from "./ExportDialog";
import { ImportDialog } from "./ImportDialog";

/** The library as a file, and a file into the library. */
export function ArchiveActions({ isEmpty }: { isEmpty: boolean }) {
  const [opened, setOpened] = useState<"export" | "import" | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPackageExport size={14} aria-hidden />}
        disabled={isEmpty}
        onClick={() => setOpened("export")}
      >
        Export…
      </Button>
      <Button
        variant="default"
        leftSection={<IconPackageImport size={14} aria-hidden />}
        onClick={() => setOpened("import")}
      >
        Import…
      </Button>
      {opened === "export" && <ExportDialog onClose={close} />}
      {opened === "import" && <ImportDialog onClose={close} />}
    </>
  );
}
