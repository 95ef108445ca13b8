import { describe, expect, it } from "vitest";

import { formatBytes, formatMebibytes, formatScore, plural } from "./numbers";
import { formatDuration, readInstant } from "./time";

describe("numbers", () => {
  it("writes sizes in decimal units and never as 1000 of one", () => {
    expect([0, 999, 1000, 999_600, 50_000_000].map(formatBytes)).toEqual([
      "0 B",
      "999 B",
      "1.0 kB",
      "1.0 MB",
      "50.0 MB",
    ]);
  });

  it("writes limits in the unit they are set in", () => {
    expect(formatMebibytes(50 * 1024 * 1024)).toBe("50 MiB");
  });

  it("writes scores to four decimals with a true minus", () => {
    expect(formatScore(-11.23456)).toBe("−11.2346");
  });

  it("counts one thing and many", () => {
    expect([plural(1, "chunk"), plural(5000, "chunk"), plural(2, "entry", "entries")]).toEqual([
      "1 chunk",
      "5,000 chunks",
      "2 entries",
    ]);
  });
});

describe("time", () => {
  it("reads an instant without a zone as UTC", () => {
    expect(readInstant("2026-11-29T20:00:00").toISOString()).toBe("2026-11-29T20:00:00.000Z");
    expect(readInstant("2026-11-29T20:00:00+02:00").toISOString()).toBe("2026-11-29T18:00:00.000Z");
  });

  it("chooses the unit of a duration", () => {
    expect([0.25, 412.4, 3412, 45_200, 125_000].map(formatDuration)).toEqual([
      "0.25 ms",
      "412 ms",
      "3.41 s",
      "45.2 s",
      "2 min 05 s",
    ]);
  });
});
