/** Let the browser save a value as an indented JSON file. */
export function saveJson(value: unknown, filename: string): void {
  const file = new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: "application/json" });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = filename;
  link.click();
  // The browser reads the address after this call has returned.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
