import { type FormEvent, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextAreaField } from "#islands/ui/form/Field.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { addCaseNote, replyToCase } from "#lib/cases/cases.calls.ts";
import type { CaseDetail } from "#lib/cases/cases.responses.ts";
import { maxNoteLength } from "#lib/cases/cases.rules.ts";
import { getTexts } from "#translations/staff-cases.ts";
import { useCaseChange } from "./use-case-change.ts";

const t = getTexts("staffCases");

/** Adds a note that only staff read, or an answer that arrived in the mailbox. */
export function CaseNoteForm({ caseId }: { caseId: string }) {
  const [text, setText] = useState("");
  const [isReceived, setReceived] = useState(false);
  const [problem, setProblem] = useState<string>();
  const note = useCaseChange(
    () => addCaseNote(caseId, { text, kind: isReceived ? "received" : "note" }),
    () => setText(""),
  );
  const save = (event: FormEvent) => {
    event.preventDefault();
    const missing = text.trim() === "" ? t("invalid.note") : undefined;
    setProblem(missing);
    if (!missing) note.mutate(undefined);
  };
  return (
    <form className="panel grid gap-4 p-5" noValidate onSubmit={save}>
      <h2 className="text-base">{t("note.title")}</h2>
      <TextAreaField
        label={t("note.label")}
        hint={t("note.hint")}
        rows={4}
        dir="auto"
        maxLength={maxNoteLength}
        value={text}
        error={problem}
        onChange={({ target }) => setText(target.value)}
      />
      <label className="flex items-start gap-2 text-sm">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          checked={isReceived}
          onChange={({ target }) => setReceived(target.checked)}
        />
        {t("note.received")}
      </label>
      {note.isError && <Alert>{note.error.message}</Alert>}
      <Button type="submit" look="quiet" busy={note.isPending} className="justify-self-start">
        {t("note.save")}
      </Button>
    </form>
  );
}

/** Emails those who reported, or the person concerned. */
export function CaseReplyForm({ detail }: { detail: CaseDetail }) {
  const [text, setText] = useState("");
  const [to, setTo] = useState<"reporter" | "person">("reporter");
  const [problem, setProblem] = useState<string>();
  const reply = useCaseChange(
    () => replyToCase(detail._id, { to, text }),
    () => setText(""),
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    const missing = text.trim() === "" ? t("invalid.reply") : undefined;
    setProblem(missing);
    if (!missing) reply.mutate(undefined);
  };
  const recipients = detail.about ? (["reporter", "person"] as const) : (["reporter"] as const);
  return (
    <form className="panel grid gap-4 p-5" noValidate onSubmit={send}>
      <h2 className="text-base">{t("reply.title")}</h2>
      <SelectField
        label={t("reply.to")}
        value={to}
        options={recipients.map((value) => ({ value, label: t(`reply.${value}`) }))}
        onChange={({ target }) => setTo(target.value === "person" ? "person" : "reporter")}
      />
      <TextAreaField
        label={t("reply.label")}
        hint={t("reply.hint")}
        rows={4}
        dir="auto"
        maxLength={maxNoteLength}
        value={text}
        error={problem}
        onChange={({ target }) => setText(target.value)}
      />
      {reply.isError && <Alert>{reply.error.message}</Alert>}
      {reply.isSuccess && <Alert kind="success">{t("reply.sent")}</Alert>}
      <Button type="submit" look="quiet" busy={reply.isPending} className="justify-self-start">
        {t("reply.send")}
      </Button>
    </form>
  );
}
