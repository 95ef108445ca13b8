import { ActionIcon, Tooltip, useMantineColorScheme } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";

import { useScheme } from "@/lib/useScheme";

export function SchemeToggle() {
  const scheme = useScheme();
  const { setColorScheme } = useMantineColorScheme();
  const other = scheme === "dark" ? "light" : "dark";
  return (
    <Tooltip label={`Use the ${other} scheme`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Use the ${other} scheme`}
        onClick={() => setColorScheme(other)}
      >
        {scheme === "dark" ? (
          <IconSun size={17} stroke={1.6} />
        ) : (
          <IconMoon size={17} stroke={1.6} />
        )}
      </ActionIcon>
    </Tooltip>
  );
}
