import type { Answered } from "@/api/answered";
import type { components } from "@/api/schema";

/** Short names for the laboratory's part of the OpenAPI document, as answers carry it. */
type Schemas = components["schemas"];

export type LaboratoryBody = Schemas["LaboratoryRequest"];
export type LaboratoryReport = Answered<Schemas["LaboratoryReport"]>;
export type SideReport = Answered<Schemas["SideReport"]>;
export type LaboratoryChunk = Answered<Schemas["LaboratoryChunk"]>;
export type Distribution = Answered<Schemas["Distribution"]>;
export type FactEvidence = Answered<Schemas["FactEvidence"]>;
export type LaboratorySearchReport = Answered<Schemas["LaboratorySearch"]>;
