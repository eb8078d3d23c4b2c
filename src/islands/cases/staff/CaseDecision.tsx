import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { ConfirmDialog } from "#islands/ui/feedback/ConfirmDialog.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { closeCase } from "#lib/cases/cases.calls.ts";
import type { CaseDetail } from "#lib/cases/cases.responses.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/staff-cases.ts";
import { DecisionForm, nameOutcome } from "./DecisionForm.tsx";
import { useCaseChange } from "./use-case-change.ts";

const t = getTexts("staffCases");

interface CaseDecisionProps {
  detail: CaseDetail;
  isOpen: boolean;
}

/** The decision, the appeal, and the form for a new decision. */
export function CaseDecision({ detail, isOpen }: CaseDecisionProps) {
  const { decision, appeal, outcomes, notes } = detail;
  const result = notes.find((note) => note.appeal !== null)?.appeal;
  return (
    <section className="panel grid gap-4 p-5">
      <h2 className="text-base">{t("decision.title")}</h2>
      {decision && (
        <div className="grid gap-1 text-sm">
          <p className="font-medium">
            {decision.outcome === "refund" && !decision.by
              ? t("decision.settled")
              : nameOutcome(detail, decision.outcome)}
          </p>
          {decision.until && (
            <p>
              {t("decision.until")}{" "}
              <time dateTime={decision.until}>{formatDate(decision.until, "UTC")}</time>
            </p>
          )}
          {decision.outcome === "suspend" && !decision.until && <p>{t("decision.over")}</p>}
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
          {result && <p>{t(`decision.result.${result}`)}</p>}
          <p className="wrap-anywhere whitespace-pre-line" dir="auto">
            {appeal.text}
          </p>
          <p className="muted text-xs">
            <LocalTime instant={appeal.at} />
          </p>
        </div>
      )}
      {!isOpen && !decision && <p className="muted text-sm">{t("decision.closed")}</p>}
      {isOpen && outcomes.length === 0 && <WhyNot detail={detail} />}
      {isOpen && outcomes.length > 0 && <DecisionForm detail={detail} />}
      {isOpen && !appeal && !detail.leavesAnswers && <CloseButton detail={detail} />}
    </section>
  );
}

/** Why the reader can't decide the case. Messages to staff are only answered and closed. */
function WhyNot({ detail }: { detail: CaseDetail }) {
  if (detail.isOwnDecision) return <p className="text-sm">{t("decision.other")}</p>;
  if (detail.subjectKind === "contact") return null;
  if (detail.leavesDecision) return <p className="text-sm">{t("decision.concerned")}</p>;
  return <p className="muted text-sm">{t("decision.support")}</p>;
}

function CloseButton({ detail: { _id, version } }: { detail: CaseDetail }) {
  const [isAsking, setAsking] = useState(false);
  const closing = useCaseChange(() => closeCase(_id, { version }));
  return (
    <>
      <Button look="quiet" className="justify-self-start" onClick={() => setAsking(true)}>
        {t("decision.close")}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t("decision.closeTitle")}
          action={closing}
          labels={{ keep: t("decision.cancel"), confirm: t("decision.close") }}
          isDangerous={false}
          onConfirm={() => closing.mutate(undefined)}
          onClose={() => setAsking(false)}
        >
          <p className="text-sm">{t("decision.closeText")}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
