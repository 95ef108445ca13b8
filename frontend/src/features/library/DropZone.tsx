import { Button, Group, Text, TextInput } from "@mantine/core";
import { IconFolder, IconUpload } from "@tabler/icons-react";
import { type ChangeEvent, useEffect, useEffectEvent, useRef, useState } from "react";

import type { ChunkingChoice } from "@/lib/strategies";

import classes from "./DropZone.module.css";
import { readChosenFiles } from "./droppedFiles";
import { UploadChunking } from "./UploadChunking";
import { addUploads } from "./uploads";

const DEFAULT_GROUP = "default";

/** Files dropped anywhere on the screen, or chosen; a folder becomes the group of its files. */
export function DropZone() {
  const [over, setOver] = useState(false);
  const [group, setGroup] = useState("");
  const [chunking, setChunking] = useState<ChunkingChoice>({});
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);

  const take = async (event: Event) => {
    addUploads(await readChosenFiles(event, group.trim() || DEFAULT_GROUP), chunking);
  };
  const takeDropped = useEffectEvent((event: Event) => void take(event));

  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const dragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const dragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      takeDropped(event);
    };
    window.addEventListener("dragover", dragOver);
    window.addEventListener("dragleave", dragLeave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", dragOver);
      window.removeEventListener("dragleave", dragLeave);
      window.removeEventListener("drop", drop);
    };
  }, []);

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    await take(event.nativeEvent);
    input.value = "";
  };

  return (
    <section className={classes.zone} data-over={over || undefined} aria-label="Add documents">
      <Group gap="sm" justify="space-between">
        <Text fz="sm" c={over ? undefined : "dimmed"} style={{ flex: "1 1 220px" }}>
          {over
            ? "Let go to add them."
            : "Drop files or whole folders here; a folder becomes the group."}
        </Text>
        <Group gap="xs">
          <TextInput
            aria-label="Group of single files"
            placeholder={`group: ${DEFAULT_GROUP}`}
            value={group}
            maxLength={200}
            w={150}
            onChange={(event) => setGroup(event.currentTarget.value)}
          />
          <Button
            leftSection={<IconUpload size={14} aria-hidden />}
            onClick={() => files.current?.click()}
          >
            Choose files
          </Button>
          <Button
            variant="default"
            leftSection={<IconFolder size={14} aria-hidden />}
            onClick={() => folder.current?.click()}
          >
            Choose a folder
          </Button>
        </Group>
      </Group>
      <UploadChunking
        choice={chunking}
        onChange={(patch) => setChunking((before) => ({ ...before, ...patch }))}
      />
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={(event) => void choose(event)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        aria-label="Folder"
        {...{ webkitdirectory: "" }}
        onChange={(event) => void choose(event)}
      />
    </section>
  );
}
