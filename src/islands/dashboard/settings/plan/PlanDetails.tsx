import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  canResume,
  describePlan,
  isCanceled,
  isManaged,
} from "#islands/plans/shared/describe-plan.ts";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchPortalUrl, setRenewal } from "#lib/plans/plans.calls.ts";
import { keepOwnPlan, ownPlanOptions } from "#lib/plans/plans.queries.ts";
import type { OwnPlan } from "#lib/plans/plans.responses.ts";
import { plansPath } from "#lib/plans/plans.rules.ts";
import { localizePath } from "#lib/site/locale.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/plans.ts";
import { CancelPlanDialog } from "./CancelPlanDialog.tsx";
import { PlanInvoices } from "./PlanInvoices.tsx";

const t = getTexts("plans");

/** The person's plan: its state, what can be done about it, and the invoices. */
export function PlanDetails({ onDone }: { onDone: (message: string) => void }) {
  const plan = useQuery(ownPlanOptions(), queryClient);
  if (plan.isPending) return <Loading label={t("card.loading")} />;
  if (plan.isError) {
    return <QueryError query={plan} />;
  }
  return <Details plan={plan.data} onDone={onDone} />;
}

function Details({ plan, onDone }: { plan: OwnPlan; onDone: (message: string) => void }) {
  const hasSubscribed = plan.interval !== null;
  return (
    <div className="grid gap-4">
      <div className="grid gap-1 text-sm">
        <p className="text-base font-medium">
          {t(plan.plan === "premium" ? "card.premium" : "card.free")}
        </p>
        {describePlan(plan, viewerZone()).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {isManaged(plan) ? (
        <ManageButtons plan={plan} onDone={onDone} />
      ) : (
        plan.plan === "free" && (
          <a
            className="btn btn-outline justify-self-start border-base-300 hover:border-base-300 hover:bg-base-200 unsold:hidden"
            href={localizePath(plansPath)}
          >
            {t("card.see")}
          </a>
        )
      )}
      {hasSubscribed && <PlanInvoices />}
    </div>
  );
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
        {canResume(plan) && (
          <Button
            look="quiet"
            className="unsold:hidden"
            busy={renewal.isPending}
            busyLabel={t("card.resumeBusy")}
            onClick={() => change(true)}
          >
            {t("card.resume")}
          </Button>
        )}
        {!isCanceled(plan) && (
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
