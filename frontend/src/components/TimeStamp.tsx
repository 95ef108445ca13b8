import { Tooltip } from "@mantine/core";

import { formatExactly, formatInstant } from "@/lib/time";

/** Local time; the exact instant with its offset on hover or focus. */
export function TimeStamp({ value }: { value: string | null | undefined }) {
  if (!value) return <span>–</span>;
  return (
    <Tooltip label={<span className="tabular">{formatExactly(value)}</span>}>
      <time dateTime={value} className="tabular" style={{ whiteSpace: "nowrap" }}>
        {formatInstant(value)}
      </time>
    </Tooltip>
  );
}
