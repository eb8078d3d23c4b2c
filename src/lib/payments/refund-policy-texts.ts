/** The texts about refund policies. */
import { getTexts } from "#translations/refund-policies.ts";
import type { RefundPolicy } from "./refund-policy.ts";

const t = getTexts("refundPolicies");

/** The name of a policy among the options of the course form. */
export const labelRefundPolicy = (policy: RefundPolicy): string => t(`label.${policy}`);

/** What the policy means for a student: on the course page and in the dialog for leaving. */
export const describeRefundPolicy = (policy: RefundPolicy): string => t(policy);

/**
 * What the policy means for a student who enrolls now.
 * @param lastIsRunning whether the only class left has begun.
 */
export const describeRefundOnSale = (policy: RefundPolicy, lastIsRunning: boolean): string =>
  policy === "until-first-class" && lastIsRunning ? t("lastClassBegan") : t(policy);

/** Replaces the policy's text while the student can leave because classes were removed or moved. */
export const describeRemovedClasses = (): string => t("removedClasses");
