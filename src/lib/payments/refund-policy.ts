/**
 * Refund policies for students who leave a course. The teacher chooses one per course. An
 * enrollment keeps the policy that applied when the student enrolled.
 */
export const refundPolicies = ["until-first-class", "14-days", "none"] as const;
export type RefundPolicy = (typeof refundPolicies)[number];

export const defaultRefundPolicy: RefundPolicy = "until-first-class";

/** For how many days students can leave with a refund after the teacher removed classes. */
export const removedClassesDays = 14;

/** For how many hours students keep this right after the teacher replaced the classes. */
export const replacedClassesHours = 24;
