import { Group, Paper, SegmentedControl, Slider, Stack, Text, Title } from "@mantine/core";
import { useMemo, useState } from "react";

import { Chart } from "@/components/chart/Chart";
import { Explained } from "@/components/Explained";
import { TimeStamp } from "@/components/TimeStamp";
import { useScheme } from "@/lib/useScheme";

import { Apply } from "./Apply";
import type { CalibrationState, Report } from "@/lib/calibrationQuery";
import { CostLines } from "./CostLines";
import { findPoint, nameThreshold, spread } from "@/lib/calibrationCurve";
import { curveOption, type Rate, RATES, rateWords } from "./curveOption";
import { CurveTable } from "./CurveTable";

interface Props {
  report: Report;
  state: CalibrationState;
}

/** The recommended threshold, what it costs, and the whole curve it was chosen from. */
export function CalibrationReport({ report, state }: Props) {
  const scheme = useScheme();
  const { curve, threshold: recommended, threshold_interval } = report;
  const [banded, setBanded] = useState<Rate>("refusal_f_measure");
  const [tried, setTried] = useState(recommended);
  const inForce = state.threshold;
  const option = useMemo(
    () => curveOption(curve, banded, { recommended, inForce, tried }, scheme),
    [curve, banded, recommended, inForce, tried, scheme],
  );
  const place = Math.max(
    0,
    curve.findIndex((point) => point === findPoint(curve, tried)),
  );
  return (
    <Stack gap="md">
      <Paper component="section" aria-label="Recommended threshold">
        <Stack gap="sm">
          <Group gap="sm" align="baseline" justify="space-between">
            <Title order={2}>
              Recommended: <span className="mono tabular">{recommended.toPrecision(3)}</span>
            </Title>
            <Text fz="xs" c="dimmed" component="div">
              {report.answerable} answerable and {report.unanswerable} unanswerable questions,{" "}
              measured <TimeStamp value={state.measured_at} />
            </Text>
          </Group>
          <Text fz="sm" component="div" className="tabular">
            <Explained
              title="Interval of the threshold"
              explanation="Drawn again and again from the same questions, the recommended value lies in it 19 times of 20. A wide one says: more questions would settle it."
              topic="calibration"
            >
              Interval {threshold_interval[0].toPrecision(3)} to{" "}
              {threshold_interval[1].toPrecision(3)}
            </Explained>
          </Text>
          <CostLines report={report} />
          <Apply threshold={recommended} state={state} primary />
        </Stack>
      </Paper>
      <Paper component="section" aria-label="The curve">
        <Stack gap="sm">
          <Group gap="sm" justify="space-between">
            <Title order={2}>The curve</Title>
            <SegmentedControl
              aria-label="Interval shown for"
              value={banded}
              onChange={setBanded}
              data={RATES.map((value) => ({ value, label: rateWords[value].label }))}
            />
          </Group>
          <Text fz="xs" c="dimmed" component="div">
            Precision, recall and F1 of refusing at every threshold that decides differently. The
            shade is the interval of{" "}
            <Explained
              title={`${rateWords[banded].label} of refusing (0 to 1)`}
              explanation={rateWords[banded].explanation}
              topic="calibration"
            >
              {rateWords[banded].label}
            </Explained>
            .
          </Text>
          <Chart
            option={option}
            height={320}
            label={`Precision, recall and F1 of refusing against the threshold; recommended ${recommended.toPrecision(3)}. The table below has every value.`}
          />
          <Stack gap={4}>
            <Text fz="xs" fw={500} id="calibration-try">
              Try another threshold
            </Text>
            <Slider
              aria-labelledby="calibration-try"
              thumbLabel="Threshold tried"
              min={0}
              max={curve.length - 1}
              value={place}
              label={(at) => nameThreshold(spread(curve[at]?.threshold ?? 0))}
              onChange={(at) => setTried(curve[at]?.threshold ?? recommended)}
              mx={6}
            />
          </Stack>
          {tried !== recommended && (
            <Stack gap="sm" component="section" aria-label="The threshold tried">
              <CostLines report={report} tried={curve[place]} />
              <Apply threshold={tried} state={state} />
            </Stack>
          )}
          <CurveTable report={report} inForce={inForce} />
        </Stack>
      </Paper>
    </Stack>
  );
}
