/**
 * Refund policies for students who leave a course. The teacher chooses one per course. An
 * enrollment keeps the policy that applied when the student enrolled.
 */
export const refundPolicies = ["until-first-class", "14-days", "none"] as const;
export type RefundPolicy = (typeof refundPolicies)[number];

export const defaultRefundPolicy: RefundPolicy = "until-first-class";

/** The options in the course form. */
export const refundPolicyLabels: Record<RefundPolicy, string> = {
  "until-first-class": "Until the first class",
  "14-days": "Within 14 days",
  none: "No refund on leaving",
};

/** The texts on the course page and in the dialog for leaving the course. */
export const refundPolicyText: Record<RefundPolicy, string> = {
  "until-first-class": "Full refund if you leave before your first class.",
  "14-days": "Full refund if you leave within 14 days of enrolling.",
  none: "No refund if you leave. If the teacher cancels the course, you get a full refund.",
};

/** Replaces the policy's text while the student can leave because classes were removed or moved. */
export const removedClassesText =
  "Your teacher removed or moved classes that you paid for, so you get a full refund if you leave.";

/** For how many days students can leave with a refund after the teacher removed classes. */
export const removedClassesDays = 14;

/** For how many hours they keep this right after the teacher replaced the classes. */
export const replacedClassesHours = 24;
