import { useReducedMotion } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

export type Places = ReadonlyMap<string, number>;

const DURATION_MS = 420;

/** Cubic ease-in-out. */
function ease(t: number): number {
  return t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2;
}

/** Every place part of the way from where it was; what is new stands where it belongs at once. */
export function between(from: Places, to: Places, progress: number): Places {
  return new Map(
    [...to].map(([key, target]) => {
      const start = from.get(key) ?? target;
      return [key, start + (target - start) * ease(progress)];
    }),
  );
}

function moves(from: Places, to: Places): boolean {
  return [...to].some(([key, target]) => (from.get(key) ?? target) !== target);
}

/** `target`, reached in motion when places change, at once for those who want no motion. */
export function useTweened(target: Places): Places {
  const still = useReducedMotion();
  const [shown, setShown] = useState(target);
  const current = useRef(target);

  useEffect(() => {
    const from = current.current;
    const arrive = (places: Places) => {
      current.current = places;
      setShown(places);
    };
    if (from === target) return;
    let frame = 0;
    const began = performance.now();
    const moving = !still && moves(from, target);
    const step = (now: number) => {
      const progress = moving ? Math.min(1, Math.max(0, (now - began) / DURATION_MS)) : 1;
      arrive(progress === 1 ? target : between(from, target, progress));
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target, still]);

  return shown;
}
