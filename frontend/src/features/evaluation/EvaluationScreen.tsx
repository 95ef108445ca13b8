import { Screen } from "@/components/Screen";

export function EvaluationScreen() {
  return <Screen title="Evaluation">{null}</Screen>;
}
