import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { guidePlace, type GuideTopic } from "@/lib/guide";

/** A link to the place in the guide that explains more. */
export function GuideLink({
  topic,
  label = "In the guide",
  inText = false,
}: {
  topic: GuideTopic;
  label?: string;
  /** Within a sentence's text it is underlined: colour alone would not tell it apart. */
  inText?: boolean;
}) {
  const { page, hash } = guidePlace(topic);
  return (
    <Anchor
      renderRoot={(props) => <Link to="/guide/$page" params={{ page }} hash={hash} {...props} />}
      fz="xs"
      underline={inText ? "always" : undefined}
    >
      {label}
    </Anchor>
  );
}
