import { Store } from "@/api/store";
import type { DeletionReceipt, SearchResponse } from "@/api/types";

/** The question of the lesson, and the sample that alone answers it. */
export const LESSON_QUESTION = "What is the hotel cap per night in Valencia?";
export const LESSON_SOURCE = "travel-rates-2026.csv";

/** What the studio answered to the lesson's question. */
export interface LessonAnswer {
  word: string;
  filename: string | null;
  passage: string | null;
}

export interface Lesson {
  open: boolean;
  watched: boolean;
  before: LessonAnswer | null;
  compared: boolean;
  /** What the receipt counted; `left` is what remains of the document. */
  receipt: { filename: string; removed: number; left: number } | null;
  after: LessonAnswer | null;
}

const KEY = "studio-lesson";
const FRESH: Lesson = {
  open: false,
  watched: false,
  before: null,
  compared: false,
  receipt: null,
  after: null,
};

function restore(): Lesson {
  try {
    return { ...FRESH, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Lesson>) };
  } catch {
    return FRESH;
  }
}

/** How far the lesson has come, ticked by what happens; the browser keeps it. */
export const lesson = new Store<Lesson>(restore());

function note(patch: Partial<Lesson>): void {
  const now = { ...lesson.get(), ...patch };
  lesson.set(now);
  localStorage.setItem(KEY, JSON.stringify(now));
}

export function startLesson(): void {
  note({ ...FRESH, open: true });
}

export function closeLesson(): void {
  note({ open: false });
}

export function noteWatched(): void {
  if (lesson.get().open && !lesson.get().watched) note({ watched: true });
}

/** A search was answered; `word` is the decision as the screen words it. Other questions are not kept. */
export function noteSearch(
  answers: { vector: SearchResponse | null; hybrid: SearchResponse | null },
  word: string,
): void {
  const { open, before, receipt, after } = lesson.get();
  const { hybrid, vector } = answers;
  if (!open || (hybrid ?? vector)?.query !== LESSON_QUESTION) return;
  if (vector && before && !receipt) note({ compared: true });
  if (!hybrid) return;
  const [first] = hybrid.results;
  const answer = {
    word,
    filename: first?.filename ?? null,
    passage: first?.content.slice(0, 300) ?? null,
  };
  if (receipt) {
    if (!after) note({ after: answer });
  } else if (!before && first?.filename === LESSON_SOURCE) note({ before: answer });
}

export function noteReceipt(receipt: DeletionReceipt): void {
  const { open, before } = lesson.get();
  if (!open || !before || receipt.filename !== LESSON_SOURCE) return;
  note({
    receipt: {
      filename: receipt.filename,
      removed: receipt.representations.reduce((sum, { removed }) => sum + removed, 0),
      left: receipt.representations.reduce((sum, { after }) => sum + after, 0),
    },
  });
}
