import { Anchor, Text } from "@mantine/core";

interface Props {
  /** The ambiguous question. */
  question: string;
  onReturn: () => void;
}

/** Says that the question is one reading of another, and leads back to all of them. */
export function ReadingNote({ question, onReturn }: Props) {
  return (
    <Text fz="sm" c="dimmed" className="anyname">
      One reading of “{question}”.{" "}
      <Anchor component="button" type="button" inherit onClick={onReturn}>
        See all readings
      </Anchor>
    </Text>
  );
}
