import { useState } from "react";

/** A value being edited; when the committed value changes from outside, the edit gives way. */
export function useDraft<Value>(committed: Value): [Value, (draft: Value) => void] {
  const [draft, setDraft] = useState(committed);
  const [seen, setSeen] = useState(committed);
  if (!Object.is(seen, committed)) {
    setSeen(committed);
    setDraft(committed);
  }
  return [draft, setDraft];
}
