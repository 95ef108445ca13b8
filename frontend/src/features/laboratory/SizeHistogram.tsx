import { formatCount, plural } from "@/lib/numbers";

import { countSizes } from "./histogram";
import classes from "./Laboratory.module.css";

interface Props {
  /** Tokens of each chunk. */
  sizes: readonly number[];
  /** Where the scale ends; the same on both sides. */
  most: number;
  window: number;
}

/** How many chunks have how many tokens, against the model's window. */
export function SizeHistogram({ sizes, most, window }: Props) {
  const { width, counts } = countSizes(sizes, most);
  const tallest = Math.max(1, ...counts);
  const whole = width * counts.length;
  const beyond = sizes.filter((size) => size > window).length;
  return (
    <div>
      <svg
        className={classes.histogram}
        viewBox={`0 0 ${whole} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${plural(sizes.length, "chunk")} by tokens, ${formatCount(width)} a bar, the tallest bar ${formatCount(tallest)}; ${formatCount(beyond)} beyond the window of ${formatCount(window)}`}
      >
        {counts.map((count, bin) => (
          <rect
            key={bin}
            className={classes.bar}
            data-beyond={bin * width >= window || undefined}
            x={bin * width}
            width={width * 0.86}
            y={100 - (count / tallest) * 94}
            height={(count / tallest) * 94}
          />
        ))}
        <line className={classes.window} x1={window} x2={window} y1={0} y2={100} />
      </svg>
      <div className={`${classes.scale} tabular`} aria-hidden>
        <span style={{ left: 0 }}>0</span>
        <span style={{ right: `${(1 - window / whole) * 100}%` }}>
          window {formatCount(window)} tokens
        </span>
      </div>
    </div>
  );
}
