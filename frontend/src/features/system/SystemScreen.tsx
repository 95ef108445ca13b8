import { Screen } from "@/components/Screen";

export function SystemScreen() {
  return <Screen title="System">{null}</Screen>;
}
