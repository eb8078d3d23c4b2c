/** Describes a person's plan for the card on the dashboard. */
import type { OwnPlan } from "#lib/plans/plans.responses.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/plans.ts";

const t = getTexts("plans");

/** Statuses in which the provider still has a subscription that can be managed. */
const managed = ["trialing", "active", "past_due", "unpaid", "paused", "incomplete"];

export const isManaged = ({ status }: OwnPlan): boolean => managed.includes(status);

/** Whether the subscription ends with the current period. */
export const isCanceled = ({ until, renews, status }: OwnPlan): boolean =>
  until !== null && !renews && status !== "past_due";

/** Whether the person can continue the subscription after canceling it. */
export const canResume = (plan: OwnPlan): boolean => isCanceled(plan) && !plan.disputed;

/** What canceling the subscription does. */
export function describeCanceling({ until, status }: OwnPlan, zone: string): string {
  const hasPaidPeriod = until !== null && status !== "past_due";
  if (!hasPaidPeriod) return t("card.confirmNow");
  return t("card.confirmText", { date: formatDate(until, zone) });
}

/** What the person should know about the plan, one sentence per paragraph. */
export function describePlan(plan: OwnPlan, zone: string): string[] {
  const { status, renews, disputed, included, interval, annotations } = plan;
  const date = plan.until ? formatDate(plan.until, zone) : "";
  const sentences: string[] = [];
  if (status === "included") sentences.push(t("card.included"));
  if (status === "trialing") {
    sentences.push(t(renews ? "card.trialUntil" : "card.trialEndsOn", { date }));
  }
  if (status === "active" && renews) {
    sentences.push(t("card.renewsOn", { date, interval: interval ?? "month" }));
  }
  if (status === "active" && !renews) sentences.push(t("card.endsOn", { date }));
  if (disputed) sentences.push(t("disputed"));
  if (status === "past_due" && plan.until) sentences.push(t("card.pastDue", { date }));
  if (status === "unpaid" || (status === "past_due" && !plan.until)) {
    sentences.push(t("card.unpaid"));
  }
  if (status === "canceled") sentences.push(t("card.ended"));
  if (included && status !== "included") sentences.push(t("card.alsoIncluded"));
  if (annotations !== null) sentences.push(t("card.limit", { annotations }));
  return sentences;
}
