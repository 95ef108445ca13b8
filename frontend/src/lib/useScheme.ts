import { useComputedColorScheme } from "@mantine/core";

import { documentColor, type Scheme } from "./documentColor";

export function useScheme(): Scheme {
  return useComputedColorScheme("light");
}

/** `documentColor` for the scheme in use. */
export function useDocumentColor(): (id: string) => string {
  const scheme = useScheme();
  return (id) => documentColor(id, scheme);
}
