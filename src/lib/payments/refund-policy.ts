/** What students get back if they leave. The teacher chooses; an enrollment keeps its rule. */
export const refundPolicies = ["until-first-class", "14-days", "none"] as const;
export type RefundPolicy = (typeof refundPolicies)[number];

export const defaultRefundPolicy: RefundPolicy = "until-first-class";

/** The options in the course form. */
export const refundPolicyLabels: Record<RefundPolicy, string> = {
  "until-first-class": "Until the first class",
  "14-days": "Within 14 days",
  none: "No refund on leaving",
};

/** The rules as the course page and the dialog for leaving show them. */
export const refundPolicyText: Record<RefundPolicy, string> = {
  "until-first-class": "Full refund if you leave before your first class.",
  "14-days": "Full refund if you leave within 14 days of enrolling.",
  none: "No refund if you leave. If the teacher cancels the course, you get a full refund.",
};

const days14 = 14 * 24 * 60 * 60 * 1000;

interface Leaving {
  policy: RefundPolicy;
  enrolledAt: Date;
  /** The start of the first class that hadn't ended when the student enrolled; null without one. */
  firstClass: Date | null;
}

/**
 * Until when a student who leaves gets a refund: an instant, `open` if the end is unknown, or `never`.
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
