/** What a student who leaves a course gets back; the teacher chooses, the enrolment keeps it. */
export const refundPolicies = ["until-first-class", "14-days", "none"] as const;
export type RefundPolicy = (typeof refundPolicies)[number];

export const defaultRefundPolicy: RefundPolicy = "until-first-class";

/** As the course form offers them. */
export const refundPolicyLabels: Record<RefundPolicy, string> = {
  "until-first-class": "Until the first class",
  "14-days": "Within 14 days",
  none: "No refund on leaving",
};

/** As the course page and the question at leaving say them. */
export const refundPolicyText: Record<RefundPolicy, string> = {
  "until-first-class": "Full refund if you leave before your first class.",
  "14-days": "Full refund if you leave within 14 days of enrolling.",
  none: "No refund if you leave. If the teacher cancels the course, you get everything back.",
};

const days14 = 14 * 24 * 60 * 60 * 1000;

interface Leaving {
  policy: RefundPolicy;
  enrolledAt: Date;
  /** Start of the first class that wasn't over when the student enrolled; null without one. */
  firstClass: Date | null;
}

/**
 * Until when leaving gives the money back: an instant, `open` while no end is known, or `never`.
 */
export function refundEnd({ policy, enrolledAt, firstClass }: Leaving): Date | "open" | "never" {
  if (policy === "none") return "never";
  if (policy === "14-days") return new Date(enrolledAt.getTime() + days14);
  return firstClass ?? "open";
}

/** Whether leaving at `now` gives the money back. */
export function isRefundable(leaving: Leaving, now: Date): boolean {
  const end = refundEnd(leaving);
  return end === "open" || (end !== "never" && now < end);
}
