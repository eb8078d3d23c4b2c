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

const days14 = 14 * 24 * 60 * 60 * 1000;

interface Leaving {
  policy: RefundPolicy;
  enrolledAt: Date;
  /**
   * The start of the first class that hadn't ended when the student enrolled; null if there is
   * none.
   */
  firstClass: Date | null;
}

/**
 * When the right to a refund ends: an instant, `open` if that is still unknown, or `never` if there
 * is no right to a refund.
 */
export function refundEnd({ policy, enrolledAt, firstClass }: Leaving): Date | "open" | "never" {
  if (policy === "none") return "never";
  if (policy === "14-days") return new Date(enrolledAt.getTime() + days14);
  return firstClass ?? "open";
}

/** Whether a student who leaves at `now` gets a refund. */
export function isRefundable(leaving: Leaving, now: Date): boolean {
  const end = refundEnd(leaving);
  return end === "open" || (end !== "never" && now < end);
}
