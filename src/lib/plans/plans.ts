/** The inputs of calls about the subscription. */
import * as z from "zod/mini";
import { planIntervals } from "./plans.rules.ts";

export const intervalMessage = "Choose how often you want to pay: monthly or yearly.";

export const planCheckoutInput = z.object({ interval: z.enum(planIntervals, intervalMessage) });
export type PlanCheckoutInput = z.output<typeof planCheckoutInput>;

export const planRenewalInput = z.object({
  renews: z.boolean("Say whether the subscription renews: true or false."),
});

/** Shows the plan without scripts, and takes the forms that manage the subscription. */
export const managePlanPath = "/quran/plans/manage";

/** `confirm` asks whether to cancel. */
const planActions = ["portal", "confirm", "cancel", "resume"] as const;

export const planActionInput = z.object({
  action: z.enum(planActions, `Choose what to do: ${planActions.join(", ")}.`),
});
