import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { guidePlace, type GuideTopic } from "./guide";

/** A link to the place in the guide that explains more. */
export function GuideLink({
  topic,
  label = "In the guide",
}: {
  topic: GuideTopic;
  label?: string;
}) {
  const { page, hash } = guidePlace(topic);
  return (
    <Anchor
      renderRoot={(props) => <Link to="/guide/$page" params={{ page }} hash={hash} {...props} />}
      fz="xs"
    >
      {label}
    </Anchor>
  );
}
