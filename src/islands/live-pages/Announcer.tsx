import { useEffect, useRef, useState } from "react";
import type { LivePageState } from "#lib/live-pages/live-pages.responses.ts";
import { nameVerse } from "./name-verse.ts";

/**
 * The delay before a verse is announced, in milliseconds, so that verses that the lead only skips
 * past are left out.
 */
const settleMs = 500;

/** Announces each new verse once, politely, to screen readers. */
export function Announcer({ state: { current } }: { state: LivePageState }) {
  const [text, setText] = useState("");
  const announced = useRef(current);
  useEffect(() => {
    if (current === announced.current) return;
    const timer = setTimeout(() => {
      announced.current = current;
      setText(current === null ? "" : nameVerse(current));
    }, settleMs);
    return () => clearTimeout(timer);
  }, [current]);
  return (
    <p role="status" className="sr-only" data-announcer>
      {text}
    </p>
  );
}
