import { useState } from "react";
import { addItems } from "#lib/study/client/study-client.ts";
import type { LocalItem } from "#lib/study/overlay.ts";
import type { Anchor } from "#lib/study/study.rules.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../../../ui/Button.tsx";
import { itemsOfKind } from "../use-study.ts";
import { Note } from "./Note.tsx";
import { NoteEditor } from "./NoteEditor.tsx";

interface NoteListProps {
  items: readonly LocalItem[];
  /** The verse's number within the whole Quran. */
  verse: number;
  /** The place that a new note refers to. */
  anchor: Anchor;
}

/** The user's notes on a verse. */
export function NoteList({ items, verse, anchor }: NoteListProps) {
  const t = getTexts("study");
  const [isWriting, setWriting] = useState(false);
  const notes = itemsOfKind(items, "note").filter((note) => note.anchor.verse === verse);
  const add = async (text: string) => {
    await addItems([{ id: crypto.randomUUID(), kind: "note", anchor, text }]);
    setWriting(false);
  };
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-medium">{t("notes")}</h3>
      {notes.length > 0 && (
        <ul className="grid gap-3">
          {notes.map((note) => (
            <li key={note.id} className="border-s-2 border-accent ps-3">
              <Note note={note} />
            </li>
          ))}
        </ul>
      )}
      {isWriting ? (
        <NoteEditor text="" onSave={add} onCancel={() => setWriting(false)} />
      ) : (
        <Button look="quiet" className="btn-sm justify-self-start" onClick={() => setWriting(true)}>
          {t("addNote")}
        </Button>
      )}
    </div>
  );
}
