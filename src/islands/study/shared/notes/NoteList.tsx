import { useStore } from "@nanostores/react";
import { useEffect, useRef } from "react";
import {
  $noteDrafts,
  draftsWithoutNote,
  setNoteDraft,
  startNote,
} from "#lib/study/client/note-drafts.ts";
import { highlightId } from "#lib/study/highlight-id.ts";
import type { LocalItem } from "#lib/study/overlay.ts";
import type { Anchor } from "#lib/study/study.rules.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../../../ui/Button.tsx";
import { Deletable } from "../Deletable.tsx";
import { useKeptFocus } from "../use-kept-focus.ts";
import { itemsOfKind, useStudy, useWithDeleted } from "../use-study.ts";
import { NewNote } from "./NewNote.tsx";
import { Note } from "./Note.tsx";

interface NoteListProps {
  items: readonly LocalItem[];
  /** The verse's number within the whole Quran. */
  verse: number;
  /** The place that a new note refers to. */
  anchor: Anchor;
}

/** The user's notes on a verse. */
export function NoteList({ items: existing, verse, anchor }: NoteListProps) {
  const t = getTexts("study");
  const { isCurrent } = useStudy();
  const { items, deleted } = useWithDeleted(existing);
  const notes = itemsOfKind(items, "note").filter((note) => note.anchor.verse === verse);
  const drafts = draftsWithoutNote(useStore($noteDrafts), items, isCurrent).filter(
    (draft) => draft.anchor.verse === verse,
  );
  useKeptFocus();
  const selected = useRef(anchor);
  useEffect(() => {
    const before = selected.current;
    selected.current = anchor;
    if (before.verse !== verse || highlightId(before) === highlightId(anchor)) return;
    // The user has selected another part of the verse for the note.
    for (const draft of drafts) if (draft.isNew) setNoteDraft({ ...draft, anchor });
  }, [verse, anchor, drafts]);
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-medium">{t("notes")}</h3>
      {notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map((note) => (
            <li key={note.id} className="border-s-2 border-accent ps-3">
              <Deletable item={note} isDeleted={note.id === deleted}>
                <Note note={note} />
              </Deletable>
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-2">
        {drafts.map((draft) => (
          <NewNote key={draft.id} draft={draft} />
        ))}
        {drafts.length === 0 && (
          <Button
            look="quiet"
            className="btn-sm justify-self-start"
            onClick={() => startNote(anchor)}
          >
            {t("addNote")}
          </Button>
        )}
      </div>
    </div>
  );
}
