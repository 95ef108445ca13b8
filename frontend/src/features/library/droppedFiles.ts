import { type FileWithPath, fromEvent } from "file-selector";

/** A file to upload and the group it belongs to. */
export interface ChosenFile {
  file: File;
  group: string;
}

const LONGEST_GROUP = 200;
/** What operating systems leave in folders. */
const LITTER = /^(\..*|Thumbs\.db|desktop\.ini)$/i;

/** The folder that holds a file is its group; a file dropped by itself has the given one. */
export function groupOf(path: string, otherwise: string): string {
  const folders = path.split("/").filter((part) => part !== "" && part !== ".");
  const folder = folders[folders.length - 2]?.trim();
  return folder ? folder.slice(0, LONGEST_GROUP) : otherwise;
}

export function isLitter(path: string): boolean {
  return path.split("/").some((part) => part !== "." && part !== ".." && LITTER.test(part));
}

/** Files of a drop or a file input, folders opened, what operating systems add left out. */
export async function readChosenFiles(event: Event, group: string): Promise<ChosenFile[]> {
  const found = await fromEvent(event);
  return found
    .filter((entry): entry is FileWithPath => entry instanceof File)
    .map((file) => ({ file, path: file.webkitRelativePath || file.path || file.name }))
    .filter(({ path }) => !isLitter(path))
    .map(({ file, path }) => ({ file, group: groupOf(path, group) }));
}
