import { Button, Collapse, Table } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";

import { EstimateValue } from "../EstimateValue";
import classes from "../Evaluation.module.css";
import type { CurvePoint, Report } from "@/lib/calibrationQuery";
import { findPoint } from "@/lib/calibrationCurve";
import { RATES, rateWords } from "./curveOption";

interface Props {
  report: Report;
  inForce: number | null;
}

/** The curve as numbers: counts and rates of every threshold that decides differently. */
export function CurveTable({ report, inForce }: Props) {
  const [opened, { toggle }] = useDisclosure(false);
  const { curve } = report;
  const recommended = findPoint(curve, report.threshold);
  const current = findPoint(curve, inForce);
  return (
    <div>
      <Button variant="subtle" size="compact-xs" onClick={toggle} aria-expanded={opened}>
        {opened ? "Hide the table" : "The curve as a table"}
      </Button>
      <Collapse expanded={opened}>
        <Table.ScrollContainer minWidth={680} className={classes.frame} mt="xs">
          <Table className={classes.table} aria-label="The curve">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Threshold</Table.Th>
                <Table.Th ta="right">Rightly answered</Table.Th>
                <Table.Th ta="right">Wrongly refused</Table.Th>
                <Table.Th ta="right">Rightly refused</Table.Th>
                <Table.Th ta="right">Wrongly answered</Table.Th>
                {RATES.map((rate) => (
                  <Table.Th key={rate} ta="right">
                    {rateWords[rate].label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {curve.map((point) => (
                <Table.Tr
                  key={point.threshold}
                  bg={point === recommended ? "var(--studio-accent-soft)" : undefined}
                >
                  <Table.Td className="tabular">
                    <span className="mono">{Number((point.threshold ?? 0).toPrecision(4))}</span>
                    <span className={classes.id}>
                      {[point === recommended && "recommended", point === current && "in force"]
                        .filter(Boolean)
                        .join(", ")}
                    </span>
                  </Table.Td>
                  <Table.Td ta="right" className="tabular">
                    {point.rightly_answered}
                  </Table.Td>
                  <Table.Td ta="right" className="tabular">
                    {point.wrongly_refused}
                  </Table.Td>
                  <Table.Td ta="right" className="tabular">
                    {point.rightly_refused}
                  </Table.Td>
                  <Table.Td ta="right" className="tabular">
                    {point.wrongly_answered}
                  </Table.Td>
                  {RATES.map((rate) => (
                    <Table.Td key={rate} ta="right">
                      <EstimateValue estimate={withInterval(point, rate)} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Collapse>
    </div>
  );
}

function withInterval(point: CurvePoint, rate: (typeof RATES)[number]) {
  const [low, high] = point[`${rate}_interval`] ?? [];
  return { value: point[rate], low, high };
}
