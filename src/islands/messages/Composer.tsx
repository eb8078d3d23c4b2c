import { type KeyboardEvent, useId, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";

interface ComposerProps {
  /** To whom, for the field's name. */
  to: string;
  onSend: (text: string) => void;
  onTyping?: () => void;
}

/** What is being written survives a look at another conversation. */
const drafts = new Map<string, string>();

/** Enter sends, Shift+Enter begins a new line; nothing empty is sent. */
export function Composer({ to, onSend, onTyping }: ComposerProps) {
  const id = useId();
  const [text, setText] = useState(drafts.get(to) ?? "");
  const change = (value: string) => {
    drafts.set(to, value);
    setText(value);
    if (value.trim() !== "") onTyping?.();
  };
  const send = () => {
    if (text.trim() === "") return;
    onSend(text.trim());
    change("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter may also end the writing of a letter, as in Urdu keyboards and suggestions.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="flex items-end gap-2 border-t border-base-300 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={id} className="sr-only">
        Message to {to}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={1}
        maxLength={4000}
        value={text}
        placeholder="Write a message"
        enterKeyHint="send"
        className="textarea max-h-36 min-h-10 w-full resize-none [field-sizing:content]"
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" disabled={text.trim() === ""}>
        Send
      </Button>
    </form>
  );
}
