import { useEffect, useState } from "react";
import { withTexts } from "#translations/load.ts";

type Words = readonly { text: string }[];

/** Renders the words of a verse as HTML with tajweed colors. */
export type WordWriter = (words: Words) => string[];

/** Undefined if the colors are turned off, and until their code has loaded. */
export function useTajweed(isWanted: boolean): WordWriter | undefined {
  const [write, setWrite] = useState<WordWriter>();
  const isMissing = isWanted && !write;
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    const load = async () => {
      const loaded = await withTexts(import("#lib/quran/tajweed/write-verse.ts"));
      if (!isOver) setWrite(() => (words: Words) => loaded.writeWords(words, { tajweed: true }));
    };
    // Without a connection, the words stay uncolored until the device is online again.
    const attempt = () => void load().catch(() => {});
    attempt();
    addEventListener("online", attempt);
    return () => {
      isOver = true;
      removeEventListener("online", attempt);
    };
  }, [isMissing]);
  return isWanted ? write : undefined;
}
