import { Text } from "@mantine/core";

import { Explained } from "@/components/Explained";

import { formatFigure } from "../metricWords";
import type { CurvePoint, Report } from "@/lib/calibrationQuery";
import { describeCosts } from "@/lib/calibrationCurve";

interface Props {
  report: Report;
  /** Another threshold than the recommended one. */
  tried?: CurvePoint;
}

/** What a threshold does to the labelled questions; for the recommended one also held out. */
export function CostLines({ report, tried }: Props) {
  const { gains, costs } = describeCosts(tried ?? report.fitted);
  const heldOut = describeCosts(report.held_out);
  const [low, high] = report.held_out_balanced_accuracy_interval;
  return (
    <div>
      <Text fz="sm">
        {tried && <b className="mono">{(tried.threshold ?? 0).toPrecision(3)}: </b>}
        {costs} {gains}
      </Text>
      {!tried && (
        <Text fz="sm" c="dimmed" component="div" mt={4}>
          <Explained
            title="Leave-one-out"
            explanation="Each question is judged by the threshold that all the others recommend, so that no value is judged on what chose it."
            topic="calibration"
          >
            Leaving one out
          </Explained>
          : {heldOut.costs} {heldOut.gains} Balanced accuracy{" "}
          <span className="mono tabular">
            {formatFigure(report.held_out.balanced_accuracy)} ({formatFigure(low)} to{" "}
            {formatFigure(high)})
          </span>
          .
        </Text>
      )}
    </div>
  );
}
