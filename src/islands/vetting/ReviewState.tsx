import { useMutation } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { adultAge } from "#lib/people/people.options.ts";
import { listTexts } from "#lib/text/bidi.ts";
import { formatCalendarDate } from "#lib/time/format-time.ts";
import { recallSubmission, submitForReview } from "#lib/vetting/vetting.calls.ts";
import { showOwnVetting } from "#lib/vetting/vetting.queries.ts";
import type { OwnVetting } from "#lib/vetting/vetting.responses.ts";
import { getTexts } from "#translations/vetting.ts";

const t = getTexts("vetting");

const badges: Record<OwnVetting["status"], string> = {
  draft: "badge-ghost",
  submitted: "badge-info",
  "changes-requested": "badge-warning",
  verified: "badge-success",
  withdrawn: "badge-error",
};

interface ReviewStateProps {
  vetting: OwnVetting;
  /** Unsaved changes wouldn't be part of the submission. */
  isDirty: boolean;
}

/** The state of the review, what the reviewer wrote, and what the teacher can do next. */
export function ReviewState({ vetting, isDirty }: ReviewStateProps) {
  const { status, isVerified, verifiedUntil, limits } = vetting;
  const reason = findReason(vetting);
  const shown = status === "draft" && isVerified ? "verified" : status;
  return (
    <section className="panel grid gap-4 p-5">
      <span className={`badge ${badges[shown]} justify-self-start`}>{t(`status.${shown}`)}</span>
      <p className="text-sm">{describeState(vetting)}</p>
      {isVerified && status !== "verified" && verifiedUntil && (
        <p className="text-sm">{t("stillVerified", { date: formatCalendarDate(verifiedUntil) })}</p>
      )}
      {reason && (
        <div className="grid gap-1 rounded-field bg-base-200 p-3 text-sm">
          <p className="font-medium">{t("reasonLabel")}</p>
          <p className="wrap-anywhere whitespace-pre-line" dir="auto">
            {reason}
          </p>
        </div>
      )}
      {!isVerified && (limits.publishing || limits.minors) && (
        <ul className="grid gap-1 text-sm">
          {limits.publishing && <li>{t("limits.publishing")}</li>}
          {limits.minors && <li>{t("limits.minors", { age: adultAge })}</li>}
        </ul>
      )}
      {status === "submitted" ? <Recall /> : <Submit vetting={vetting} isDirty={isDirty} />}
    </section>
  );
}

function describeState({ status, isVerified, lastEvent, ...vetting }: OwnVetting): string {
  const { verifiedUntil, scope, submittedAt } = vetting;
  if (status === "submitted") {
    return t("state.submitted", { date: formatCalendarDate(submittedAt) });
  }
  if (status === "verified") {
    return t("state.verified", {
      date: formatCalendarDate(verifiedUntil),
      scope: listTexts(scope.map((each) => t(`scope.${each}`))),
    });
  }
  if (status !== "draft") return t(`state.${status}`);
  if (isVerified) return t("state.undated");
  const ended = lastEvent?.kind;
  return ended === "changed" || ended === "expired" ? t(`state.${ended}`) : t("state.draft");
}

/** What the reviewer wrote about the current state. */
function findReason({ status, lastEvent }: OwnVetting): string | undefined {
  const isAboutState = lastEvent !== null && lastEvent.kind === status;
  return isAboutState && lastEvent.reason !== "" ? lastEvent.reason : undefined;
}

function Submit({ vetting, isDirty }: ReviewStateProps) {
  const submission = useMutation(
    { mutationFn: submitForReview, onSuccess: showOwnVetting },
    queryClient,
  );
  return (
    <div className="grid gap-2">
      {submission.isError && <Alert>{messageOf(submission.error)}</Alert>}
      <Button
        look={vetting.status === "verified" ? "quiet" : "main"}
        disabled={isDirty}
        busy={submission.isPending}
        busyLabel={t("submitting")}
        onClick={() => submission.mutate()}
      >
        {t(vetting.status === "verified" ? "renew" : "submit")}
      </Button>
      <p className="muted text-xs">{t(isDirty ? "unsavedHint" : "submitHint")}</p>
    </div>
  );
}

function Recall() {
  const recall = useMutation(
    { mutationFn: recallSubmission, onSuccess: showOwnVetting },
    queryClient,
  );
  return (
    <div className="grid gap-2">
      {recall.isError && <Alert>{messageOf(recall.error)}</Alert>}
      <Button look="quiet" busy={recall.isPending} onClick={() => recall.mutate()}>
        {t("recall")}
      </Button>
      <p className="muted text-xs">{t("recallHint")}</p>
    </div>
  );
}
