import { useState } from "react";
import { deferDialog } from "#islands/ui/deferred.tsx";
import { getTexts } from "#translations/conversations.ts";
import { withTexts } from "#translations/load.ts";

const t = getTexts("conversations");

const ReportMessageDialog = deferDialog(
  async () => (await withTexts(import("./ReportMessageDialog.tsx"))).ReportMessageDialog,
  { isRare: true },
);

interface ReportMessageProps {
  messageId: string;
  className: string;
}

/** Reports a message to staff. */
export function ReportMessage({ messageId, className }: ReportMessageProps) {
  const [step, setStep] = useState<"closed" | "open" | "done">("closed");
  if (step === "done") return <span>{t("reported")}</span>;
  return (
    <>
      <button type="button" className={className} onClick={() => setStep("open")}>
        {t("report")}
      </button>
      {step === "open" && (
        <ReportMessageDialog
          messageId={messageId}
          onDone={() => setStep("done")}
          onClose={() => setStep("closed")}
        />
      )}
    </>
  );
}
