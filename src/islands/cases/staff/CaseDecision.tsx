import { type FormEvent, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextAreaField } from "#islands/ui/form/Field.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { closeCase, decideCase } from "#lib/cases/cases.calls.ts";
import type { CaseDetail } from "#lib/cases/cases.responses.ts";
import { type CaseOutcome, hasHideableText, maxReasonLength } from "#lib/cases/cases.rules.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/staff-cases.ts";
import { useCaseChange } from "./use-case-change.ts";

const t = getTexts("staffCases");

interface CaseDecisionProps {
  detail: CaseDetail;
  isOpen: boolean;
}

/** The decision, the appeal, and the form with which staff decide. */
export function CaseDecision({ detail, isOpen }: CaseDecisionProps) {
  const { decision, appeal, outcomes, isOwnDecision } = detail;
  return (
    <section className="panel grid gap-4 p-5">
      <h2 className="text-base">{t("decision.title")}</h2>
      {decision && (
        <div className="grid gap-1 text-sm">
          <p className="font-medium">{nameOutcome(detail, decision.outcome)}</p>
          {decision.reason && (
            <p className="wrap-anywhere whitespace-pre-line" dir="auto">
              {decision.reason}
            </p>
          )}
          <p className="muted text-xs">
            {decision.by && <bdi>{isolatedInRtl(decision.by)}</bdi>}{" "}
            <LocalTime instant={decision.at} />
          </p>
        </div>
      )}
      {appeal && (
        <div className="grid gap-1 rounded-field bg-warning/15 p-3 text-sm">
          <p className="font-medium">{t("decision.appeal")}</p>
          <p className="wrap-anywhere whitespace-pre-line" dir="auto">
            {appeal.text}
          </p>
          <p className="muted text-xs">
            <LocalTime instant={appeal.at} />
          </p>
        </div>
      )}
      {isOpen && isOwnDecision && <p className="text-sm">{t("decision.other")}</p>}
      {isOpen && outcomes.length === 0 && detail.subjectKind !== "contact" && (
        <p className="muted text-sm">{t("decision.support")}</p>
      )}
      {isOpen && outcomes.length > 0 && <DecisionForm detail={detail} />}
      {isOpen && !appeal && <CloseButton caseId={detail._id} />}
    </section>
  );
}

function nameOutcome({ subjectKind }: CaseDetail, outcome: CaseOutcome): string {
  const isText = outcome === "warn" && hasHideableText(subjectKind);
  return t(`decision.${isText ? "warnText" : outcome}`);
}

function DecisionForm({ detail }: { detail: CaseDetail }) {
  const [outcome, setOutcome] = useState<CaseOutcome>();
  const [reason, setReason] = useState("");
  const [problems, setProblems] = useState<{ outcome?: string; reason?: string }>({});
  const [isAsking, setAsking] = useState(false);
  const decision = useCaseChange(
    (chosen: CaseOutcome) =>
      decideCase(detail._id, { outcome: chosen, reason, version: detail.version }),
    () => setAsking(false),
  );
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(outcome ? {} : { outcome: t("invalid.outcome") }),
      ...(reason.trim() === "" ? { reason: t("invalid.reason") } : {}),
    };
    setProblems(found);
    if (Object.keys(found).length === 0) setAsking(true);
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={ask}>
      <fieldset className="grid gap-2" aria-describedby={problems.outcome && "outcome-error"}>
        <legend className="mb-1 text-sm font-medium">{t("decision.outcome")}</legend>
        {detail.outcomes.map((each) => (
          <label key={each} className="flex items-center gap-2 text-sm">
            <input
              type="radio"
              name="outcome"
              className="radio radio-sm"
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
      <TextAreaField
        label={t("decision.reason")}
        hint={t("decision.reasonHint")}
        rows={5}
        dir="auto"
        maxLength={maxReasonLength}
        value={reason}
        error={problems.reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button type="submit">{t("decision.decide")}</Button>
      {isAsking && outcome && (
        <Dialog
          open
          title={t("decision.confirm")}
          busy={decision.isPending}
          onClose={() => setAsking(false)}
        >
          <p className="font-medium">{nameOutcome(detail, outcome)}</p>
          <p className="text-sm">{t("decision.confirmText")}</p>
          {decision.isError && <Alert>{decision.error.message}</Alert>}
          <div className="flex justify-end gap-2">
            <Button look="quiet" onClick={() => setAsking(false)}>
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
    </form>
  );
}

function CloseButton({ caseId }: { caseId: string }) {
  const closing = useCaseChange(() => closeCase(caseId));
  return (
    <div className="grid gap-2">
      <Button look="plain" busy={closing.isPending} onClick={() => closing.mutate(undefined)}>
        {t("decision.close")}
      </Button>
      {closing.isError && <Alert>{closing.error.message}</Alert>}
    </div>
  );
}
