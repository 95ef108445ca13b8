import { Anchor, List, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { Screen } from "@/components/Screen";

import { guides } from "./guidePages";

/** Every guide, with what it is about. */
export function GuideIndex() {
  return (
    <Screen title="Guide">
      <List listStyleType="none" spacing="xs">
        {guides.map(({ name, title, about }) => (
          <List.Item key={name}>
            <Anchor
              fw={600}
              renderRoot={(props) => <Link to="/guide/$page" params={{ page: name }} {...props} />}
            >
              {title}
            </Anchor>
            <Text fz="sm" c="dimmed">
              {about}
            </Text>
          </List.Item>
        ))}
      </List>
    </Screen>
  );
}
