import { Screen } from "@/components/Screen";

export function DocumentScreen() {
  return <Screen title="Document">{null}</Screen>;
}
