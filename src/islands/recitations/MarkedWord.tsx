import type { MarkedWordView } from "#lib/recitations/recitations.responses.ts";
import { getTexts } from "#translations/recitations.ts";

/** A word with the mistake that the teacher marked. */
export function MarkedWord({ word: { verse, mistake, text } }: { word: MarkedWordView }) {
  const t = getTexts("recitations");
  return (
    <>
      <span lang="ar" dir="rtl" className="marked-word" data-mistake={mistake}>
        {text}
      </span>{" "}
      <span className="muted text-xs">{t("markedWord", { mistake: t(mistake), verse })}</span>
    </>
  );
}
