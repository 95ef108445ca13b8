/** What a pasted text can be read as. */
export const contentTypes = [
  { value: "text/plain", label: "Plain text" },
  { value: "text/markdown", label: "Markdown" },
  { value: "text/csv", label: "CSV" },
  { value: "text/tab-separated-values", label: "TSV" },
  { value: "text/html", label: "HTML" },
  { value: "application/json", label: "JSON" },
  { value: "application/x-ndjson", label: "JSON lines" },
  { value: "application/xml", label: "XML" },
  { value: "application/yaml", label: "YAML" },
  { value: "text/x-rst", label: "reStructuredText" },
];
