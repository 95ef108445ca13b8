import { Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { ConnectionBanner } from "./ConnectionBanner";
import { Navigation } from "./Navigation";
import { SchemeToggle } from "./SchemeToggle";
import classes from "./Shell.module.css";
import { useLibraryEvents } from "./useLibraryEvents";

/** Frame of the whole interface: header, banner, the screen of the route. */
export function Shell() {
  useLibraryEvents();
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const shown = useRef(path);

  useEffect(() => {
    // A new screen begins at its start, for the keyboard as for the eye.
    if (shown.current !== path) main.current?.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);

  return (
    <>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.header}>
        <span className={classes.wordmark}>RAG studio</span>
        <Navigation />
        <SchemeToggle />
      </header>
      <ConnectionBanner />
      <main id="content" ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </>
  );
}
