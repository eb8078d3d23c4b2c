import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { nameCategory } from "#lib/cases/case-names.ts";
import { type ReportCategory, reportCategories } from "#lib/cases/cases.rules.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { reportMessage } from "#lib/messages/messages.calls.ts";
import { getTexts as getCaseTexts } from "#translations/cases.ts";
import { getTexts } from "#translations/conversations.ts";

const t = getTexts("conversations");
const cases = getCaseTexts("cases");

interface ReportMessageDialogProps {
  messageId: string;
  onDone: () => void;
  onClose: () => void;
}

/** The form for reporting a message. */
export function ReportMessageDialog({ messageId, onDone, onClose }: ReportMessageDialogProps) {
  const [reason, setReason] = useState("");
  const [category, setCategory] = useState<ReportCategory>("inappropriate");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const report = async () => {
    setBusy(true);
    setProblem("");
    try {
      await reportMessage(messageId, { reason, category });
      onDone();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog open title={t("reportTitle")} onClose={onClose}>
      <p className="text-sm">{t("reportText")}</p>
      <label className="grid gap-1 text-sm">
        {cases("categoryLabel")}
        <select
          className="select w-full"
          value={category}
          onChange={(event) => setCategory(event.target.value as ReportCategory)}
        >
          {reportCategories.map((each) => (
            <option key={each} value={each}>
              {nameCategory(each)}
            </option>
          ))}
        </select>
      </label>
      <p className="muted text-xs">{cases("urgentHint")}</p>
      <label className="grid gap-1 text-sm">
        {t("reportReason")}
        <textarea
          className="textarea w-full"
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      {problem && <Alert>{problem}</Alert>}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button look="danger" busy={busy} onClick={report}>
          {t("report")}
        </Button>
      </div>
    </Dialog>
  );
}
