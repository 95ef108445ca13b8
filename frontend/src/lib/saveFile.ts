/** Let the browser save bytes as a file. */
export function saveFile(bytes: Blob, filename: string): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = address;
  link.download = filename;
  link.click();
  // The browser reads the address after this call has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
