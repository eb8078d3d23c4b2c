import { useEffect, useState } from "react";
import { arabicEdition } from "#lib/quran/editions.ts";
import type { Anchor } from "#lib/study/study.rules.ts";
import fontUrl from "../../assets/fonts/halaqa-quran.woff2?url";

/** The same font as in the reader's style sheet, which this page doesn't load. */
const fontName = "Halaqa Quran";

let loading: Promise<unknown> | undefined;

function loadQuranFont(): Promise<unknown> {
  const font = new FontFace(fontName, `url(${fontUrl})`);
  document.fonts.add(font);
  return font.load();
}

/**
 * The text that a highlight or a note refers to. The Arabic text is hidden until its font has
 * loaded, because other fonts would show the wrong signs.
 */
export function Quote({ anchor: { edition, quote } }: { anchor: Anchor }) {
  const isQuran = edition === arabicEdition.id;
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!isQuran) return;
    loading ??= loadQuranFont();
    const show = () => setReady(true);
    loading.then(show, () => undefined);
  }, [isQuran]);
  if (quote === "") return null;
  if (!isQuran) {
    return (
      <p className="muted line-clamp-3 text-sm" dir="auto">
        {quote}
      </p>
    );
  }
  return (
    <p className={`quran-quote ${isReady ? "" : "invisible"}`} lang="ar" dir="rtl">
      {quote}
    </p>
  );
}
