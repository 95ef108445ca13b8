import { Anchor } from "@mantine/core";

interface Props {
  /** `chunk_index` */
  chunk: number;
  /** The side, as it is spoken: "A". */
  side: string;
  onJump: (chunk: number) => void;
}

/** A chunk's number, which leads to the chunk in its side's list. */
export function ChunkJump({ chunk, side, onJump }: Props) {
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      className="mono"
      aria-label={`Show chunk ${chunk} of side ${side}`}
      onClick={() => onJump(chunk)}
    >
      #{chunk}
    </Anchor>
  );
}
