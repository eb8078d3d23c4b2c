import { numberOfVerse, parseVerseKey } from "#lib/quran/quran.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/study.ts";
import { Loading } from "../../ui/feedback/Loading.tsx";
import { BookmarkControl } from "./BookmarkControl.tsx";
import { CollectionChoice } from "./CollectionChoice.tsx";
import { HighlightControl } from "./HighlightControl.tsx";
import { NoteList } from "./notes/NoteList.tsx";
import { ShareControl } from "./ShareControl.tsx";
import { usePart } from "./use-part.ts";
import { useStudy } from "./use-study.ts";
import { WordRange } from "./WordRange.tsx";

interface StudySectionProps {
  /** The element with `data-verse`. */
  verse: HTMLElement;
  /** As in `2:255`. */
  verseKey: string;
  /** Whether the verse can be shared from here. */
  canShare?: boolean;
}

/**
 * The bookmark, highlights, notes and collections of one verse and, where possible, buttons to
 * share it.
 */
export function StudySection({ verse, verseKey, canShare = true }: StudySectionProps) {
  const t = getTexts("study");
  const study = useStudy();
  const number = numberOfVerse(parseVerseKey(verseKey) ?? { surah: 0, verse: 0 }) ?? 0;
  const part = usePart(verse, number);
  if (study.status === "starting") return <Loading label={t("starting")} />;
  if (study.status === "signed-out") {
    const returnTo = `${location.pathname}${location.search}`;
    return (
      <p className="muted text-sm">
        {t("logInToStudy")}{" "}
        <a className="link" href={localizePath(`/login?${new URLSearchParams({ returnTo })}`)}>
          {t("logIn")}
        </a>
      </p>
    );
  }
  const items = [...study.items.values()];
  return (
    <section aria-label={t("marks")} className="grid gap-4">
      <BookmarkControl items={items} verse={number} />
      <WordRange part={part} />
      <HighlightControl items={items} part={part} />
      <NoteList items={items} verse={number} anchor={part.anchor} />
      <CollectionChoice items={items} verse={number} />
      {canShare && <ShareControl verseKey={verseKey} />}
    </section>
  );
}
