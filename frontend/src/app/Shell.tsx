import { ActionIcon, Tooltip } from "@mantine/core";
import { IconSchool } from "@tabler/icons-react";
import { Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { LessonRail } from "@/features/lesson/LessonRail";
import { startLesson } from "@/lib/lesson";

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

  const navigate = useNavigate();
  useEffect(() => {
    // `/` and Ctrl+K (⌘K) lead to the question, from anywhere but a field that is being written in.
    const onKey = (event: KeyboardEvent) => {
      const field = event.target instanceof Element && event.target.closest(FIELDS);
      const isCommand = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !field;
      if ((!isCommand && !isSlash) || document.querySelector("[role=dialog][aria-modal=true]"))
        return;
      event.preventDefault();
      if (!focusQuestion())
        void navigate({ to: "/search" }).then(() => setTimeout(() => waitForQuestion(), SETTLE_MS));
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [navigate]);

  return (
    <>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.header}>
        <span className={classes.wordmark}>RAG studio</span>
        <Navigation />
        <Tooltip label="Take the lesson: load, watch, ask, compare, delete, ask again">
          <ActionIcon variant="subtle" color="gray" aria-label="Lesson" onClick={startLesson}>
            <IconSchool size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        <SchemeToggle />
      </header>
      <ConnectionBanner />
      <LessonRail />
      <main id="content" ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </>
  );
}

const FIELDS = "input, textarea, select, [contenteditable=true]";
const WAIT_MS = 5000;
/** The new screen takes the focus first. */
const SETTLE_MS = 80;

function focusQuestion(): boolean {
  const field = document.querySelector<HTMLInputElement>("[data-question]");
  field?.focus();
  field?.select();
  return field !== null;
}

/** The search lab may still be on its way. */
function waitForQuestion(until = performance.now() + WAIT_MS): void {
  if (!focusQuestion() && performance.now() < until)
    requestAnimationFrame(() => waitForQuestion(until));
}
