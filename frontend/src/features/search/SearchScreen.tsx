import { Button, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";

import { rememberSearch } from "@/lib/lastSearch";
import { noteSearch } from "@/lib/lesson";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Screen } from "@/components/Screen";
import { Waiting } from "@/components/Waiting";

import { judge } from "./DecisionBanner";
import { FiltersPanel } from "./FiltersPanel";
import { countFilters, type LabSearch } from "./labSearch";
import { ModelConsent } from "./ModelConsent";
import { QuestionForm } from "./QuestionForm";
import { Results } from "./Results";
import classes from "./SearchScreen.module.css";
import { SettingsPanel } from "./SettingsPanel";
import { StartingPoints } from "./StartingPoints";
import { useLabAnswers } from "./useLabAnswers";
import { useSearchDefaults } from "./useSearchDefaults";

/** Question and settings live in the address; this screen shows what the address asks. */
export function SearchScreen() {
  const lab = useSearch({ from: "/search" });
  const navigate = useNavigate({ from: "/search" });
  // While the next screen is loaded this one still stands, and the address is already the other's.
  const href = useLocation({
    select: (location) => (location.pathname === "/search" ? location.href : null),
  });
  const defaults = useSearchDefaults();
  const answers = useLabAnswers(lab);
  const [opened, { toggle }] = useDisclosure(countFilters(lab) > 0);
  const asked = Boolean(lab.q?.trim());

  const answered = answers.isSuccess && !answers.isPlaceholderData;
  useEffect(() => {
    if (answered && href !== null) rememberSearch(href);
  }, [answered, href]);
  useEffect(() => {
    const main = answers.data?.hybrid ?? answers.data?.vector;
    if (answered && answers.data && main) noteSearch(answers.data, judge(main).word);
  }, [answered, answers.data]);

  const change = (patch: Partial<LabSearch>) =>
    void navigate({
      search: (previous) => ({ ...previous, ...patch }),
      resetScroll: false,
    });

  const ask = (q: string) => {
    if (q === lab.q) void answers.refetch();
    else change({ q, reading_of: undefined });
  };

  const threshold = answers.data?.hybrid?.pipeline.minimum_score ?? null;
  const panels = (
    <Stack gap="lg">
      <FiltersPanel lab={lab} onChange={change} />
      <SettingsPanel
        lab={lab}
        defaults={defaults}
        threshold={lab.threshold === undefined ? threshold : null}
        onChange={change}
      />
    </Stack>
  );

  return (
    <Screen
      title="Search lab"
      lead="The page address holds the question and its settings, so you can share it. Nothing is saved."
      actions={
        <Button variant="default" onClick={toggle} aria-expanded={opened}>
          Filters and settings
          {countFilters(lab) > 0 && ` (${countFilters(lab)} set)`}
        </Button>
      }
    >
      <QuestionForm
        question={lab.q ?? ""}
        mode={lab.mode ?? "hybrid"}
        busy={answers.isFetching}
        onAsk={ask}
        onMode={(mode) => change({ mode: mode === "hybrid" ? undefined : mode })}
      />
      <ModelConsent />
      <div className={classes.layout} data-closed={!opened || undefined}>
        {opened && (
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by itself
          <aside className={classes.aside} aria-label="Filters and settings" tabIndex={0}>
            {panels}
          </aside>
        )}
        <Stack gap="md" miw={0} aria-busy={answers.isFetching}>
          {!asked && <StartingPoints onChoose={(patch) => change(patch)} />}
          {asked && answers.isError && (
            <ErrorNotice error={answers.error} onRetry={() => void answers.refetch()} />
          )}
          {asked && answers.isLoading && <Waiting lines={9} />}
          {asked && answers.data && !answers.isError && (
            <div className={answers.isPlaceholderData ? classes.stale : undefined}>
              <Results lab={lab} answers={answers.data} defaults={defaults} onChange={change} />
            </div>
          )}
        </Stack>
      </div>
    </Screen>
  );
}
