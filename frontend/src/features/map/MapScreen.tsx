import { Screen } from "@/components/Screen";

export function MapScreen() {
  return <Screen title="Map">{null}</Screen>;
}
