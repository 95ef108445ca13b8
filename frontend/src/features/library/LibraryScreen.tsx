import { Screen } from "@/components/Screen";

export function LibraryScreen() {
  return <Screen title="Library">{null}</Screen>;
}
