/** The inputs of calls about the subscription. */
import * as z from "zod/mini";
import { getTexts } from "#translations/plans.ts";
import { planIntervals } from "./plans.rules.ts";

const t = getTexts("plans");

export const planCheckoutInput = z.object({
  interval: z.enum(planIntervals, { error: () => t("server.chooseInterval") }),
});
export type PlanCheckoutInput = z.output<typeof planCheckoutInput>;

export const planRenewalInput = z.object({
  renews: z.boolean({ error: () => t("server.sayRenews") }),
});

/**
 * The page that shows the plan without scripts, and accepts the forms that manage the subscription.
 */
export const managePlanPath = "/quran/plans/manage";

/** `confirm` asks whether to cancel. */
const planActions = ["portal", "confirm", "cancel", "resume"] as const;

export const planActionInput = z.object({
  action: z.enum(planActions, {
    error: () => t("server.chooseAction", { actions: planActions.join(", ") }),
  }),
});
