import { examples } from "./examples";
import { splitFact } from "./facts";
import type { LaboratorySearch, Side } from "./laboratorySearch";
import type { LaboratoryBody } from "./laboratoryTypes";
import type { PastedText } from "./pastedText";

/** What is cut: a document of the library, or a text with the type it is read as. */
export type Material = { document_id: string } | { text: string; content_type: string };

/** What the address and this tab's memory say is to be cut, with a key that names it; null: nothing. */
export function findMaterial(
  search: LaboratorySearch,
  pasted: PastedText | null,
): { key: string; material: Material } | null {
  if (search.document)
    return { key: `document ${search.document}`, material: { document_id: search.document } };
  if (search.example) {
    const { write, content_type } = examples[search.example];
    return { key: `example ${search.example}`, material: { text: write(), content_type } };
  }
  if (!pasted) return null;
  const { text, content_type, revision } = pasted;
  return { key: `text ${revision}`, material: { text, content_type } };
}

/** The evidence check the address asks for; undefined without a fact or a question. */
export function findEvidence({ fact, q, limit }: LaboratorySearch): LaboratoryBody["evidence"] {
  const facts = (fact ?? []).map(splitFact).filter((values) => values.length > 0);
  const question = q?.trim() || undefined;
  if (facts.length === 0 && question === undefined) return undefined;
  return { facts, question, limit };
}

/** The body that cuts the material one way. */
export function laboratoryBody(
  material: Material,
  { plain, ...chunking }: Side,
  evidence: LaboratoryBody["evidence"],
): LaboratoryBody {
  return {
    ...material,
    sides: [{ ...chunking, read_as: plain ? "plain_text" : "parsed" }],
    evidence,
  };
}
