import { useState } from "react";
import { NoteForm } from "#islands/staff/shared/NoteForm.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { addCaseNote, replyToCase } from "#lib/cases/cases.calls.ts";
import type { CaseDetail } from "#lib/cases/cases.responses.ts";
import { maxNoteLength } from "#lib/cases/cases.rules.ts";
import { getTexts } from "#translations/staff-cases.ts";
import { useCaseChange } from "./use-case-change.ts";

const t = getTexts("staffCases");

/** Adds a note that only staff read, or an answer that arrived in the mailbox. */
export function CaseNoteForm({ caseId }: { caseId: string }) {
  const [isReceived, setReceived] = useState(false);
  const note = useCaseChange((text: string) =>
    addCaseNote(caseId, { text, kind: isReceived ? "received" : "note" }),
  );
  return (
    <NoteForm
      title={t("note.title")}
      label={t("note.label")}
      hint={t("note.hint")}
      maxLength={maxNoteLength}
      missing={t("invalid.note")}
      send={note}
      save={t("note.save")}
      below={
        <label className="flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            className="checkbox checkbox-sm"
            checked={isReceived}
            onChange={({ target }) => setReceived(target.checked)}
          />
          {t("note.received")}
        </label>
      }
    />
  );
}

/** Emails those who reported, or the person concerned. Some readers must leave that to others. */
export function CaseReply({ detail }: { detail: CaseDetail }) {
  if (!detail.leavesAnswers) return <CaseReplyForm detail={detail} />;
  return (
    <section className="panel grid gap-4 p-5">
      <h2 className="text-base">{t("reply.title")}</h2>
      <p className="text-sm">{t("reply.concerned")}</p>
    </section>
  );
}

function CaseReplyForm({ detail }: { detail: CaseDetail }) {
  const [to, setTo] = useState<"reporter" | "person">("reporter");
  const reply = useCaseChange((text: string) => replyToCase(detail._id, { to, text }));
  const recipients = detail.about ? (["reporter", "person"] as const) : (["reporter"] as const);
  return (
    <NoteForm
      title={t("reply.title")}
      label={t("reply.label")}
      hint={t("reply.hint")}
      maxLength={maxNoteLength}
      missing={t("invalid.reply")}
      send={reply}
      save={t("reply.send")}
      sent={t("reply.sent")}
      above={
        <SelectField
          label={t("reply.to")}
          value={to}
          options={recipients.map((value) => ({ value, label: t(`reply.${value}`) }))}
          onChange={({ target }) => setTo(target.value === "person" ? "person" : "reporter")}
        />
      }
    />
  );
}
