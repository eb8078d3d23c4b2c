import { useStore } from "@nanostores/react";
import { $noteDrafts, editNote } from "#lib/study/client/note-drafts.ts";
import { changeItem, deleteItem } from "#lib/study/client/study-client.ts";
import type { LocalItemOf } from "#lib/study/overlay.ts";
import { isCopiedNote } from "#lib/study/study.rules.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../../../ui/Button.tsx";
import { ItemState } from "../ItemState.tsx";
import { useKeptFocus } from "../use-kept-focus.ts";
import { NoteEditor } from "./NoteEditor.tsx";

/** A note that can be changed and deleted. */
export function Note({ note }: { note: LocalItemOf<"note"> }) {
  const t = getTexts("study");
  const draft = useStore($noteDrafts).get(note.id);
  useKeptFocus();
  if (draft) {
    // The user may be editing an older version of the text. In that case, a copy of the current
    // one is kept.
    return <NoteEditor draft={draft} onSave={(text) => changeItem(note, { text }, draft.base)} />;
  }
  const { fromWord, toWord } = note.anchor;
  return (
    <div className="grid gap-1">
      {fromWord !== null && toWord !== null && (
        <p className="muted text-xs">{t("words", { from: fromWord, to: toWord })}</p>
      )}
      <p className="text-sm leading-relaxed whitespace-pre-wrap wrap-anywhere" dir="auto">
        {note.text}
      </p>
      {isOtherVersion(note) && <p className="muted text-xs">{t("otherVersion")}</p>}
      <ItemState item={note} />
      <div className="-ms-2 flex gap-1">
        <Button
          look="plain"
          className="btn-xs pointer-coarse:min-h-11"
          onClick={() => editNote(note)}
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

/** Whether two devices have changed a note, and this is the other version, which hasn't been edited since. */
const isOtherVersion = ({ id, createdAt, updatedAt }: LocalItemOf<"note">): boolean =>
  isCopiedNote(id) && createdAt.getTime() === updatedAt.getTime();
