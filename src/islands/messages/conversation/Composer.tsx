import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { maxMessageLength } from "#lib/messages/messages.rules.ts";
import { isBlank } from "#lib/text/blank-text.ts";
import { getTexts } from "#translations/conversations.ts";

const t = getTexts("conversations");

interface ComposerProps {
  /** Name of the recipient, for the field's label. */
  to: string;
  /** Shown above the field. */
  note?: string | undefined;
  /** Reads the saved draft, once the field is ready. */
  readDraft?: () => string;
  onChange?: (text: string) => void;
  onSend: (text: string) => void;
  onTyping?: () => void;
}

/** The counter appears when this many characters are left. */
const showCountBelow = 200;
/** The key code during text composition, for browsers that don't set `isComposing`. */
const composingKey = 229;

/** Enter sends, Shift+Enter inserts a new line, and empty messages aren't sent. */
export function Composer({ to, note, readDraft, onChange, onSend, onTyping }: ComposerProps) {
  const id = useId();
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  const isEmpty = isBlank(text);
  const left = maxMessageLength - text.length;
  const change = (value: string) => {
    onChange?.(value);
    setText(value);
    if (!isBlank(value)) onTyping?.();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only once, on mount
  useEffect(() => {
    // The user may have written in the field before the page's scripts had loaded.
    const written = field.current?.value ?? "";
    if (written === "") setText(readDraft?.() ?? "");
    else change(written);
  }, []);
  const send = () => {
    if (isEmpty) return;
    onSend(text.trim());
    onChange?.("");
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // With an input method, Enter may only complete a character or accept a suggestion.
    const { isComposing, keyCode } = event.nativeEvent;
    if (event.key !== "Enter" || event.shiftKey || isComposing || keyCode === composingKey) return;
    event.preventDefault();
    send();
  };
  return (
    <>
      <p className="muted border-t border-base-300 p-4 text-center text-sm scripted:hidden">
        {t("writingNeedsScript")}
      </p>
      {note && <p className="muted border-t border-base-300 px-4 pt-3 text-sm">{note}</p>}
      <form
        className={`not-scripted:hidden flex items-end gap-2 p-3 ${note ? "" : "border-t border-base-300"}`}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <label htmlFor={id} className="sr-only">
          {t("messageTo", { name: to })}
        </label>
        <div className="min-w-0 flex-1">
          {left <= showCountBelow && (
            <p role="status" className="muted mb-1 text-end text-xs tabular">
              {t("left", { count: left })}
            </p>
          )}
          <textarea
            ref={field}
            id={id}
            dir="auto"
            rows={1}
            maxLength={maxMessageLength}
            value={text}
            placeholder={t("write")}
            enterKeyHint="send"
            className="textarea max-h-36 min-h-10 w-full resize-none [field-sizing:content]"
            onChange={(event) => change(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <Button type="submit" disabled={isEmpty}>
          {t("send")}
        </Button>
      </form>
    </>
  );
}
