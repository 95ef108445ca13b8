import { Table, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { Fragment, useState } from "react";

import { CaseDetail } from "./CaseDetail";
import type { CaseRow } from "./caseRows";
import classes from "./Evaluation.module.css";
import { MODES, type Run, type Suite } from "./evaluationTypes";
import { Outcome } from "./Outcome";
import { behaviourNames, modeNames, spellOut } from "./words";

interface Props {
  rows: CaseRow[];
  run: Run;
  suites: Suite[];
}

/** Every case with the verdict of each mode side by side; a row opens to show why. */
export function CaseTable({ rows, run, suites }: Props) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const modes = MODES.filter((mode) => run.modes.includes(mode));

  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };

  return (
    <div className={classes.frame}>
      <Table className={`${classes.table} ${classes.cases}`} aria-label="Cases">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Case</Table.Th>
            <Table.Th className={classes.wide}>Expected</Table.Th>
            {modes.map((mode) => (
              <Table.Th key={mode} className={classes.outcome}>
                {modeNames[mode]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => {
            const opened = open.has(row.key);
            const Chevron = opened ? IconChevronDown : IconChevronRight;
            return (
              <Fragment key={row.key}>
                <Table.Tr>
                  <Table.Td>
                    <UnstyledButton
                      className={classes.opener}
                      aria-expanded={opened}
                      onClick={() => toggle(row.key)}
                    >
                      <Chevron size={14} aria-hidden className={classes.chevron} />
                      <span>
                        <span className={`${classes.question} anyname`}>{row.question}</span>
                        <span className={`${classes.id} mono anyname`}>{row.id}</span>
                      </span>
                    </UnstyledButton>
                  </Table.Td>
                  <Table.Td className={classes.wide}>
                    {behaviourNames[row.behaviour]}
                    <div className={classes.id}>{spellOut(row.category)}</div>
                  </Table.Td>
                  {modes.map((mode) => (
                    <Table.Td key={mode} className={classes.outcome}>
                      <span className={classes.mode}>{modeNames[mode]}</span>
                      <Outcome outcome={row.outcomes[mode]} />
                    </Table.Td>
                  ))}
                </Table.Tr>
                {opened && (
                  <Table.Tr>
                    <Table.Td colSpan={2 + modes.length} className={classes.detail}>
                      <CaseDetail row={row} run={run} suites={suites} modes={modes} />
                    </Table.Td>
                  </Table.Tr>
                )}
              </Fragment>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}
