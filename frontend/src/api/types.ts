import type { Answered } from "./answered";
import type { components } from "./schema";

/** Short names for the OpenAPI document's schemas, as answers carry them. */
type Schemas = components["schemas"];

export type StudioDocument = Answered<Schemas["Document"]>;
export type DocumentStatus = Schemas["DocumentStatus"];
export type DocumentError = Answered<Schemas["DocumentError"]>;
export type Stage = Schemas["Stage"];
export type StageRun = Answered<Schemas["StageRun"]>;
export type SourceMetadata = Answered<Schemas["SourceMetadata"]>;
export type SourceEdit = Schemas["SourceEdit"];
export type SourceStatusName = Schemas["SourceStatus"];
export type Chunk = Answered<Schemas["Chunk"]>;
export type BlockType = Schemas["BlockType"];
export type ExtractedText = Answered<Schemas["ExtractedText"]>;
export type DeletionReceipt = Answered<Schemas["DeletionReceipt"]>;
export type ImportReport = Answered<Schemas["ImportReport"]>;
export type ImportedDocument = Answered<Schemas["ImportedDocument"]>;
export type StorageCounts = Answered<Schemas["StorageCounts"]>;
export type Health = Answered<Schemas["Health"]>;
export type SystemFacts = Answered<Schemas["SystemFacts"]>;

export type SearchRequest = Schemas["SearchRequest"];
/** `stages` is there only if the request said `explain`. */
export type SearchResponse = Omit<Answered<Schemas["SearchResponse"]>, "stages"> & {
  stages?: TracedStage[];
};
export type CompareResponse = { vector: SearchResponse; hybrid: SearchResponse };
export type Hit = Answered<Schemas["Hit"]>;
export type TracedStage = Answered<Schemas["TracedStage"]>;
