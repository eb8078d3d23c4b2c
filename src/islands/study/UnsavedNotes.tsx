import { useStore } from "@nanostores/react";
import { useId } from "react";
import { localizePath } from "#lib/site/locale.ts";
import { $noteDrafts, draftsWithoutNote } from "#lib/study/client/note-drafts.ts";
import type { Study } from "#lib/study/study.store.ts";
import { getTexts } from "#translations/study.ts";
import { NewNote } from "./shared/notes/NewNote.tsx";
import { useKeptFocus } from "./shared/use-kept-focus.ts";
import { describeVerse, versePathOf } from "./verse-place.ts";

/** Notes that were written on this device but not saved. */
export function UnsavedNotes({ study: { items, isCurrent } }: { study: Study }) {
  const t = getTexts("study");
  const id = useId();
  const drafts = draftsWithoutNote(useStore($noteDrafts), [...items.values()], isCurrent);
  useKeptFocus();
  if (drafts.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-heading">
        {t("unsavedNotes")}
      </h2>
      <ul className="panel divide-y divide-base-300">
        {drafts.map((draft) => (
          <li key={draft.id} className="grid gap-2 p-4">
            <a className="link font-semibold" href={localizePath(versePathOf(draft.anchor.verse))}>
              {describeVerse(draft.anchor.verse)}
            </a>
            <NewNote draft={draft} />
          </li>
        ))}
      </ul>
    </section>
  );
}
