import type { UseMutationResult } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextAreaField } from "#islands/ui/form/Field.tsx";

interface NoteFormProps {
  title: string;
  label: string;
  hint: string;
  maxLength: number;
  /** Shown if nothing was written. By default, the server says so. */
  missing?: string;
  /** Sends the text. The form is empty afterward. */
  send: Pick<UseMutationResult<unknown, Error, string>, "mutate" | "isPending" | "error">;
  save: string;
  saving?: string;
  /** Content above and below the text. */
  above?: ReactNode;
  below?: ReactNode;
  /** Shown once the text was sent, if it isn't visible anywhere else. */
  sent?: string;
}

/** A text that staff add to a case or a review: a note, or an email. */
export function NoteForm({ title, label, hint, maxLength, missing, send, ...rest }: NoteFormProps) {
  const { save, saving, above, below, sent } = rest;
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isSent, setSent] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = text.trim() === "" ? missing : undefined;
    setProblem(found);
    setSent(false);
    if (found) return;
    send.mutate(text, {
      onSuccess() {
        setText("");
        setSent(true);
      },
    });
  };
  return (
    <form className="panel grid gap-4 p-5" noValidate onSubmit={submit}>
      <h2 className="text-base">{title}</h2>
      {above}
      <TextAreaField
        label={label}
        hint={hint}
        rows={4}
        dir="auto"
        maxLength={maxLength}
        value={text}
        error={problem}
        onChange={({ target }) => setText(target.value)}
      />
      {below}
      {send.error && <Alert>{send.error.message}</Alert>}
      {isSent && sent && <Alert kind="success">{sent}</Alert>}
      <Button
        type="submit"
        look="quiet"
        busy={send.isPending}
        busyLabel={saving}
        className="justify-self-start"
      >
        {save}
      </Button>
    </form>
  );
}
