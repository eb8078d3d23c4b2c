import type { NoteDraft } from "#lib/study/client/note-drafts.ts";
import { addItems } from "#lib/study/client/study-client.ts";
import { getTexts } from "#translations/study.ts";
import { NoteEditor } from "./NoteEditor.tsx";

/** Edits a note that isn't among the user's items: a new one, or one that has been deleted. */
export function NewNote({ draft }: { draft: NoteDraft }) {
  const t = getTexts("study");
  const { id, isNew, anchor } = draft;
  const { fromWord, toWord } = anchor;
  const save = (text: string) => {
    // The deleted note's ID stands for the deletion.
    const own = isNew ? id : crypto.randomUUID();
    return addItems([{ id: own, kind: "note", anchor, text }]);
  };
  return (
    <div className="grid gap-2">
      {fromWord !== null && toWord !== null && (
        <p className="muted text-xs">{t("words", { from: fromWord, to: toWord })}</p>
      )}
      {!isNew && <p className="text-sm">{t("draftOfDeleted")}</p>}
      <NoteEditor draft={draft} onSave={save} />
    </div>
  );
}
