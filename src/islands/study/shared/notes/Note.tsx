import { useState } from "react";
import { changeItem, deleteItem } from "#lib/study/client/study-client.ts";
import type { LocalItemOf } from "#lib/study/overlay.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../../../ui/Button.tsx";
import { ItemState } from "../ItemState.tsx";
import { NoteEditor } from "./NoteEditor.tsx";

/** A note that can be changed and deleted. */
export function Note({ note }: { note: LocalItemOf<"note"> }) {
  const t = getTexts("study");
  // The user may be editing an older version of the text. In that case, a copy of the current one
  // is kept.
  const [edited, setEdited] = useState<LocalItemOf<"note">>();
  if (edited) {
    const save = async (text: string) => {
      await changeItem(note, { text }, edited.base);
      setEdited(undefined);
    };
    return <NoteEditor text={edited.text} onSave={save} onCancel={() => setEdited(undefined)} />;
  }
  const { fromWord, toWord } = note.anchor;
  return (
    <div className="grid gap-1">
      {fromWord !== null && toWord !== null && (
        <p className="muted text-xs">{t("words", { from: fromWord, to: toWord })}</p>
      )}
      <p className="text-sm whitespace-pre-wrap wrap-anywhere" dir="auto">
        {note.text}
      </p>
      <ItemState item={note} />
      <div className="-ms-2 flex gap-1">
        <Button
          look="plain"
          className="btn-xs pointer-coarse:min-h-11"
          onClick={() => setEdited(note)}
        >
          {t("edit")}
        </Button>
        <Button
          look="plain"
          className="btn-xs pointer-coarse:min-h-11"
          onClick={() => void deleteItem(note)}
        >
          {t("delete")}
        </Button>
      </div>
    </div>
  );
}
