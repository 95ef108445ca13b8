import { Link } from "@tanstack/react-router";

import classes from "./EvaluationNavigation.module.css";

const screens = [
  { to: "/evaluation", label: "Runs" },
  { to: "/evaluation/compare", label: "Compare" },
  { to: "/evaluation/calibration", label: "Calibration" },
  { to: "/evaluation/experiments", label: "Experiments" },
] as const;

/** The screens on which it is shown whether something got better. */
export function EvaluationNavigation() {
  return (
    <nav aria-label="Evaluation" className={classes.nav}>
      {screens.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className={classes.link}
          activeProps={{ "data-active": true }}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
