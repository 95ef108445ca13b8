import { IconMinus, IconPencil, IconPlus } from "@tabler/icons-react";

import { MarkedText } from "@/components/MarkedText";

import type { PassageChange } from "./versionQueries";
import classes from "./versions.module.css";

const looks = {
  added: { word: "added", icon: IconPlus },
  removed: { word: "removed", icon: IconMinus },
  changed: { word: "changed", icon: IconPencil },
  unchanged: { word: "unchanged", icon: null },
} as const;

/**
 * One passage in both wordings. What went is struck through and what came is underlined, so that
 * colour only repeats it.
 */
export function ChangedPassage({ passage }: { passage: PassageChange }) {
  const { kind, before, after } = passage;
  const { word, icon: Icon } = looks[kind];
  return (
    <article className={classes.passage} aria-label={`Passage ${word}`}>
      <div className={classes.kind}>
        {Icon && <Icon size={13} aria-hidden />} {word}
      </div>
      <div className={classes.pair}>
        <Side
          name="Before"
          text={before}
          spans={kind === "removed" ? "all" : passage.before_spans}
          as="del"
        />
        <Side
          name="After"
          text={after}
          spans={kind === "added" ? "all" : passage.after_spans}
          as="ins"
        />
      </div>
    </article>
  );
}

interface SideProps {
  name: string;
  text: string | null;
  spans: readonly number[][] | "all";
  as: "ins" | "del";
}

function Side({ name, text, spans, as }: SideProps) {
  return (
    <div className={classes.side}>
      <span className={classes.label}>{name}</span>
      {text === null ? (
        <span className={classes.absent}>not in this version</span>
      ) : (
        <span className="doctext" dir="auto">
          <MarkedText text={text} spans={spans === "all" ? [[0, text.length]] : spans} as={as} />
        </span>
      )}
    </div>
  );
}
