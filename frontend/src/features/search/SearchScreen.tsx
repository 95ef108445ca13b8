import { Screen } from "@/components/Screen";

export function SearchScreen() {
  return <Screen title="Search lab">{null}</Screen>;
}
