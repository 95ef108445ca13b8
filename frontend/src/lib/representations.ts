import type { StorageCounts } from "@/api/types";

export type RepresentationName = keyof StorageCounts;

interface Representation {
  label: string;
  what: string;
  /** The mongosh line that shows the same count; null for what lives outside MongoDB. */
  mongosh: ((documentId: string, rawFileId: string) => string) | null;
}

/** Every form in which a document exists, in the order of its making. */
export const representations: Record<RepresentationName, Representation> = {
  record: {
    label: "Record",
    what: "One entry in documents: name, status, stages, metadata.",
    mongosh: (id) => `db.documents.countDocuments({ _id: ObjectId("${id}") })`,
  },
  raw_file: {
    label: "Raw file",
    what: "The GridFS entry of the bytes as they were uploaded.",
    mongosh: (_, raw) => `db.raw_files.files.countDocuments({ _id: ObjectId("${raw}") })`,
  },
  raw_file_chunks: {
    label: "GridFS chunks",
    what: "The bytes themselves, in pieces of 255 KiB.",
    mongosh: (_, raw) => `db.raw_files.chunks.countDocuments({ files_id: ObjectId("${raw}") })`,
  },
  chunks: {
    label: "Text chunks",
    what: "The passages of the text.",
    mongosh: (id) => `db.chunks.countDocuments({ document_id: ObjectId("${id}") })`,
  },
  vectors: {
    label: "Vectors",
    what: "Passages that carry their vector.",
    mongosh: (id) =>
      `db.chunks.countDocuments({ document_id: ObjectId("${id}"), embedding: { $type: "binData" } })`,
  },
  vector_index: {
    label: "Vector index",
    what: "Entries in the search engine's vector index.",
    mongosh: null,
  },
  text_index: {
    label: "Text index",
    what: "Entries in the search engine's text index.",
    mongosh: null,
  },
};

export const representationNames = Object.keys(representations) as RepresentationName[];

/** What the API calls a representation, in words. */
export function labelRepresentation(name: string): string {
  return name in representations ? representations[name as RepresentationName].label : name;
}
