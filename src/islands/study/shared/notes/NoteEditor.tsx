import { useEffect, useId, useRef } from "react";
import {
  $noteDrafts,
  forgetNoteDraft,
  isChanged,
  type NoteDraft,
  setNoteDraft,
} from "#lib/study/client/note-drafts.ts";
import { studyLimits } from "#lib/study/study.rules.ts";
import { $study } from "#lib/study/study.store.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../../../ui/Button.tsx";
import { useOneAtATime } from "../use-one-at-a-time.ts";

interface NoteEditorProps {
  draft: NoteDraft;
  onSave: (text: string) => Promise<void>;
}

/** Edits a draft, which outlives the editor until it is saved or discarded. */
export function NoteEditor({ draft, onSave }: NoteEditorProps) {
  const t = getTexts("study");
  const id = useId();
  const editor = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const change = useOneAtATime();
  const { text } = draft;
  useEffect(() => {
    const find = () => $noteDrafts.get().get(draft.id);
    const isUnchanged = () => {
      const latest = find();
      return latest !== undefined && !isChanged(latest);
    };
    // The user has just opened the field. A draft that is found again doesn't take the focus.
    if (isUnchanged()) {
      field.current?.focus();
      // Browsers would set the cursor before the text.
      field.current?.setSelectionRange(field.current.textLength, field.current.textLength);
      // The buttons below the field come into view, too.
      editor.current?.scrollIntoView?.({ block: "nearest" });
    }
    return () => {
      if (isUnchanged()) forgetNoteDraft(draft.id);
    };
  }, [draft.id]);
  const close = () => forgetNoteDraft(draft.id);
  const store = async () => {
    await onSave(text);
    // If the session has just ended, the text isn't on the device.
    if ($study.get().status === "ready") close();
  };
  const save = () => {
    if (text.trim() !== "") void change(store);
  };
  return (
    <div ref={editor} className="grid gap-2">
      <label htmlFor={id} className="sr-only">
        {t("noteText")}
      </label>
      <textarea
        ref={field}
        id={id}
        className="textarea w-full leading-relaxed"
        dir="auto"
        rows={4}
        maxLength={studyLimits.note}
        value={text}
        onChange={(event) => setNoteDraft({ ...draft, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            // The key would also press the button that gets the focus.
            event.preventDefault();
            save();
          }
          if (event.key !== "Escape") return;
          // Escape would also close the panel.
          event.stopPropagation();
          if (!isChanged(draft)) close();
        }}
      />
      <div className="flex gap-2">
        <Button className="btn-sm" onClick={save}>
          {t("saveNote")}
        </Button>
        <Button look="plain" className="btn-sm" onClick={close}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}
