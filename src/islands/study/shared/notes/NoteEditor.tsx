import { useId, useState } from "react";
import { studyLimits } from "#lib/study/study.rules.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../../../ui/Button.tsx";

interface NoteEditorProps {
  text: string;
  onSave: (text: string) => Promise<void>;
  onCancel: () => void;
}

export function NoteEditor({ text: before, onSave, onCancel }: NoteEditorProps) {
  const t = getTexts("study");
  const id = useId();
  const [text, setText] = useState(before);
  const save = () => {
    if (text.trim() !== "") void onSave(text);
  };
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="sr-only">
        {t("noteText")}
      </label>
      <textarea
        id={id}
        className="textarea w-full"
        dir="auto"
        rows={4}
        maxLength={studyLimits.note}
        // The user has just opened the field.
        ref={(field) => field?.focus()}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
          if (event.key !== "Escape") return;
          // Escape would also close the panel.
          event.stopPropagation();
          if (text === before) onCancel();
        }}
      />
      <div className="flex gap-2">
        <Button className="btn-sm" onClick={save}>
          {t("saveNote")}
        </Button>
        <Button look="plain" className="btn-sm" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}
