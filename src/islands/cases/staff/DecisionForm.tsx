import { type FormEvent, useState } from "react";
import { TeacherShareChoice } from "#islands/payments/shared/TeacherShareChoice.tsx";
import { AffectedStudents } from "#islands/staff/shared/AffectedStudents.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextAreaField, TextField } from "#islands/ui/form/Field.tsx";
import { decideCase } from "#lib/cases/cases.calls.ts";
import type { CaseDetail } from "#lib/cases/cases.responses.ts";
import { type CaseOutcome, hasHideableText, maxReasonLength } from "#lib/cases/cases.rules.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import type { PaymentState } from "#lib/payments/staff-payments.responses.ts";
import { getTexts } from "#translations/staff-cases.ts";
import { useCaseChange } from "./use-case-change.ts";

const t = getTexts("staffCases");

export function nameOutcome({ subjectKind }: CaseDetail, outcome: CaseOutcome): string {
  if (subjectKind === "introduction") {
    if (outcome === "warn") return t("decision.warnIntroduction");
    if (outcome === "hide-content") return t("decision.hideIntroduction");
  }
  const isText = outcome === "warn" && hasHideableText(subjectKind);
  return t(`decision.${isText ? "warnText" : outcome}`);
}

interface Problems {
  outcome?: string;
  reason?: string;
  until?: string;
}

/** The form that staff use to decide a case. */
export function DecisionForm({ detail }: { detail: CaseDetail }) {
  const [outcome, setOutcome] = useState<CaseOutcome>();
  const [reason, setReason] = useState("");
  const running = detail.decision?.until ?? null;
  const [until, setUntil] = useState(running?.slice(0, 10) ?? "");
  const [refunds, setRefunds] = useState(false);
  const [keepsShare, setKeepsShare] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [isAsking, setAsking] = useState(false);
  // A rejected appeal can move the end of the suspension, if it hasn't ended.
  const isNewSuspension = outcome === "suspend" && detail.decision?.outcome !== "suspend";
  const isSame = outcome === "suspend" && !isNewSuspension;
  const isUpheld = isSame && running !== null;
  const suspension = isNewSuspension
    ? { until, refundStudents: refunds }
    : isUpheld
      ? { until }
      : {};
  const { payment } = detail;
  const isRefund = outcome === "refund" && payment !== null;
  const refund = isRefund && {
    refund: { seen: toDollars(payment.refundableCents), teacherKeepsShare: keepsShare },
  };
  const decision = useCaseChange(
    (chosen: CaseOutcome) =>
      decideCase(detail._id, {
        outcome: chosen,
        reason,
        version: detail.version,
        seenAction: detail.latestAction,
        ...suspension,
        ...refund,
      }),
    () => setAsking(false),
  );
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(outcome ? {} : { outcome: t("invalid.outcome") }),
      ...(reason.trim() === "" ? { reason: t("invalid.reason") } : {}),
      ...((isNewSuspension || isUpheld) && until === "" ? { until: t("invalid.until") } : {}),
    };
    setProblems(found);
    if (Object.keys(found).length === 0) setAsking(true);
  };
  return (
    <>
      <form className="grid gap-4" noValidate onSubmit={ask}>
        <fieldset className="grid" aria-describedby={problems.outcome && "outcome-error"}>
          <legend className="mb-1 text-sm font-medium">{t("decision.outcome")}</legend>
          {detail.outcomes.map((each) => (
            <label key={each} className="flex min-h-10 items-center gap-2 text-sm lg:min-h-8">
              <input
                type="radio"
                name="outcome"
                className="size-5 shrink-0 accent-secondary"
                value={each}
                checked={outcome === each}
                onChange={() => setOutcome(each)}
              />
              {nameOutcome(detail, each)}
            </label>
          ))}
          {problems.outcome && (
            <p id="outcome-error" role="alert" className="text-sm text-error">
              {problems.outcome}
            </p>
          )}
        </fieldset>
        {(isNewSuspension || isUpheld) && (
          <TextField
            label={t("decision.until")}
            hint={t("decision.untilHint")}
            type="date"
            min={tomorrow()}
            value={until}
            error={problems.until}
            onChange={({ target }) => setUntil(target.value)}
          />
        )}
        {isSame && !isUpheld && <p className="text-sm">{t("decision.staysOver")}</p>}
        {isNewSuspension && detail.affected && (
          <>
            <AffectedStudents affected={detail.affected} />
            <label className="flex items-start gap-3 text-sm">
              <input
                type="checkbox"
                className="checkbox checkbox-sm mt-0.5"
                checked={refunds}
                onChange={({ target }) => setRefunds(target.checked)}
              />
              <span className="grid gap-1">
                {t("decision.refundStudents")}
                <span className="muted text-xs">{t("decision.refundHint")}</span>
              </span>
            </label>
          </>
        )}
        {isRefund && (
          <>
            <p className="text-sm">{describeRefund(payment)}</p>
            <TeacherShareChoice keepsShare={keepsShare} onChoose={setKeepsShare} />
          </>
        )}
        <TextAreaField
          label={t("decision.reason")}
          hint={t(payment ? "decision.refundReasonHint" : "decision.reasonHint")}
          rows={5}
          dir="auto"
          maxLength={maxReasonLength}
          value={reason}
          error={problems.reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button type="submit" className="justify-self-start">
          {t("decision.decide")}
        </Button>
      </form>
      {isAsking && outcome && (
        <Dialog
          open
          title={t("decision.confirm")}
          busy={decision.isPending}
          onClose={() => setAsking(false)}
        >
          <p className="font-medium">{nameOutcome(detail, outcome)}</p>
          {isRefund && <p className="text-sm">{describeRefund(payment)}</p>}
          <p className="text-sm">{t("decision.confirmText")}</p>
          {decision.isError && <Alert>{messageOf(decision.error)}</Alert>}
          <div className="flex justify-end gap-2">
            <Button look="plain" onClick={() => setAsking(false)}>
              {t("decision.cancel")}
            </Button>
            <Button
              busy={decision.isPending}
              busyLabel={t("decision.saving")}
              onClick={() => decision.mutate(outcome)}
            >
              {t("decision.decide")}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

const describeRefund = ({ refundableCents, isEnrolled }: PaymentState): string =>
  t(isEnrolled ? "decision.refundAll" : "decision.refundLeft", {
    amount: formatExactPrice(toDollars(refundableCents)),
  });

const dayMs = 24 * 60 * 60 * 1_000;
const tomorrow = () => new Date(Date.now() + dayMs).toISOString().slice(0, 10);
