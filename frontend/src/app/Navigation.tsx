import {
  IconBook,
  IconChartDots3,
  IconChecklist,
  IconFiles,
  IconScissors,
  IconSearch,
  IconServer,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";

import classes from "./Navigation.module.css";

const screens = [
  { to: "/", label: "Library", icon: IconFiles },
  { to: "/laboratory", label: "Chunk lab", icon: IconScissors },
  { to: "/search", label: "Search lab", icon: IconSearch },
  { to: "/evaluation", label: "Evaluation", icon: IconChecklist },
  { to: "/map", label: "Map", icon: IconChartDots3 },
  { to: "/guide", label: "Guide", icon: IconBook },
  { to: "/system", label: "System", icon: IconServer },
] as const;

/** The screens; in the header, and along the bottom edge of a narrow window. */
export function Navigation() {
  return (
    <nav aria-label="Screens" className={classes.nav}>
      {screens.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          className={classes.link}
          activeProps={{ "data-active": true }}
          activeOptions={{ exact: to === "/", includeSearch: false }}
        >
          <Icon size={16} stroke={1.6} aria-hidden />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  );
}
