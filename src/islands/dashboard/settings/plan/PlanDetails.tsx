import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchPortalUrl, setRenewal } from "#lib/plans/plans.calls.ts";
import { keepOwnPlan, ownPlanOptions } from "#lib/plans/plans.queries.ts";
import type { OwnPlan } from "#lib/plans/plans.responses.ts";
import { plansPath } from "#lib/plans/plans.rules.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/translate.ts";
import { CancelPlanDialog } from "./CancelPlanDialog.tsx";
import { PlanInvoices } from "./PlanInvoices.tsx";

const t = getTexts("plans");

/** The person's plan: its state, what can be done about it, and the invoices. */
export function PlanDetails({ onDone }: { onDone: (message: string) => void }) {
  const plan = useQuery(ownPlanOptions(), queryClient);
  if (plan.isPending) return <Loading label={t("card.loading")} />;
  if (plan.isError) {
    return (
      <ErrorAlert
        message={messageOf(plan.error)}
        retry={() => void plan.refetch()}
        busy={plan.isFetching}
      />
    );
  }
  return <Details plan={plan.data} onDone={onDone} />;
}

/** Statuses in which the provider still has a subscription that can be managed. */
const managed = ["trialing", "active", "past_due", "unpaid", "paused", "incomplete"];

function Details({ plan, onDone }: { plan: OwnPlan; onDone: (message: string) => void }) {
  const isManaged = managed.includes(plan.status);
  const hasSubscribed = plan.interval !== null;
  return (
    <div className="grid gap-4">
      <div className="grid gap-1 text-sm">
        <p className="text-base font-medium">
          {t(plan.plan === "premium" ? "card.premium" : "card.free")}
        </p>
        {describePlan(plan).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {isManaged ? (
        <ManageButtons plan={plan} onDone={onDone} />
      ) : (
        plan.plan === "free" && (
          <a
            className="btn btn-outline justify-self-start border-base-300 hover:border-base-300 hover:bg-base-200 unsold:hidden"
            href={plansPath}
          >
            {t("card.see")}
          </a>
        )
      )}
      {hasSubscribed && <PlanInvoices />}
    </div>
  );
}

/** What the person should know about the plan, one sentence for each paragraph. */
function describePlan(plan: OwnPlan): string[] {
  const { status, renews, included, interval, annotations } = plan;
  const date = plan.until ? formatDate(plan.until, viewerZone()) : "";
  const sentences: string[] = [];
  if (status === "included") sentences.push(t("card.included"));
  if (status === "trialing") {
    sentences.push(t(renews ? "card.trialUntil" : "card.trialEndsOn", { date }));
  }
  if (status === "active" && renews) {
    sentences.push(t("card.renewsOn", { date, interval: interval ?? "month" }));
  }
  if (status === "active" && !renews) sentences.push(t("card.endsOn", { date }));
  if (status === "past_due" && plan.until) sentences.push(t("card.pastDue", { date }));
  if (status === "unpaid" || (status === "past_due" && !plan.until)) {
    sentences.push(t("card.unpaid"));
  }
  if (status === "canceled") sentences.push(t("card.ended"));
  if (included && status !== "included") sentences.push(t("card.alsoIncluded"));
  if (annotations !== null) sentences.push(t("card.limit", { annotations }));
  return sentences;
}

function ManageButtons({ plan, onDone }: { plan: OwnPlan; onDone: (message: string) => void }) {
  const [isAsking, setAsking] = useState(false);
  const portal = useMutation(
    { mutationFn: fetchPortalUrl, onSuccess: (url: string) => goTo(url) },
    queryClient,
  );
  const renewal = useMutation({ mutationFn: setRenewal, onSuccess: keepOwnPlan }, queryClient);
  const change = (renews: boolean) =>
    renewal.mutate(renews, {
      onSuccess: () => {
        setAsking(false);
        onDone(t(renews ? "card.resumed" : "card.canceled"));
      },
    });
  const isCanceled = plan.until !== null && !plan.renews && plan.status !== "past_due";
  const problem = portal.error ?? (isAsking ? null : renewal.error);
  return (
    <>
      {problem && <Alert>{messageOf(problem)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button
          look="quiet"
          className="unsold:hidden"
          busy={portal.isPending || portal.isSuccess}
          busyLabel={t("card.manageBusy")}
          onClick={() => portal.mutate()}
        >
          {t("card.manage")}
        </Button>
        {isCanceled ? (
          <Button
            look="quiet"
            className="unsold:hidden"
            busy={renewal.isPending}
            busyLabel={t("card.resumeBusy")}
            onClick={() => change(true)}
          >
            {t("card.resume")}
          </Button>
        ) : (
          <Button
            look="danger"
            onClick={() => {
              renewal.reset();
              setAsking(true);
            }}
          >
            {t("card.cancel")}
          </Button>
        )}
      </div>
      {isAsking && (
        <CancelPlanDialog
          plan={plan}
          busy={renewal.isPending}
          error={renewal.error}
          onConfirm={() => change(false)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
