import { Stack, Text } from "@mantine/core";

import { Explained } from "@/components/Explained";
import { formatCount, plural } from "@/lib/numbers";

import type { Distribution, SideReport } from "./laboratoryTypes";
import classes from "./Laboratory.module.css";
import { SizeHistogram } from "./SizeHistogram";

interface Props {
  report: SideReport;
  /** Tokens the model reads of a chunk. */
  window: number;
  /** Where the histogram's scale ends. */
  most: number;
}

/** How many chunks there are, and how long they are. */
export function SideFigures({ report, window, most }: Props) {
  const { chunks, truncated, characters, tokens } = report.statistics;
  const lines: [string, Distribution][] = [
    ["characters", characters],
    ["tokens", tokens],
  ];
  return (
    <Stack gap={6}>
      <Text fz="sm" className="tabular">
        <b>{plural(chunks, "chunk")}</b>,{" "}
        <Explained
          title="Beyond the window"
          explanation={`The embedder reads ${formatCount(window)} tokens of a chunk. What comes after does not shape its vector.`}
          topic="embedding"
        >
          {truncated === 0 ? "none" : formatCount(truncated)} beyond the window
        </Explained>
      </Text>
      <table className={`${classes.figures} tabular`}>
        <thead>
          <tr>
            <th scope="col">a chunk has</th>
            <th scope="col">smallest</th>
            <th scope="col">median</th>
            <th scope="col">largest</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([name, { minimum, median, maximum }]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatCount(minimum)}</td>
              <td>{formatCount(median)}</td>
              <td>{formatCount(maximum)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <SizeHistogram
        sizes={report.chunks.map(({ token_count }) => token_count)}
        most={most}
        window={window}
      />
    </Stack>
  );
}
