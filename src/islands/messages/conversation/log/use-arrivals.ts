import { useEffect, useRef, useState } from "react";
import { getTexts } from "#translations/conversations.ts";
import type { Line } from "./MessageLine.tsx";

const t = getTexts("conversations");

/**
 * New messages at the end of a log since it was first shown. Announced once, and counted while the
 * end is out of view.
 */
export function useArrivals(lines: readonly Line[], isAway: boolean) {
  const known = useRef<string | undefined>(undefined);
  const [spoken, setSpoken] = useState("");
  const [unseen, setUnseen] = useState(0);
  useEffect(() => {
    const from = lines.findIndex(({ key }) => key === known.current);
    known.current = lines.at(-1)?.key;
    if (from === -1) return;
    const fresh = lines.slice(from + 1).filter(({ isOwn }) => !isOwn);
    if (fresh.length === 0) return;
    const spokenLines = fresh.map(({ by, text, isHidden }) =>
      isHidden ? "" : t("spoken", { name: by, text }),
    );
    setSpoken(spokenLines.filter(Boolean).join("\n"));
    if (isAway) setUnseen((count) => count + fresh.length);
  }, [lines, isAway]);
  useEffect(() => {
    if (!isAway) setUnseen(0);
  }, [isAway]);
  return { spoken, unseen };
}
