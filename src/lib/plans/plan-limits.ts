/** What each plan includes. No other code decides this. */

export const plans = ["free", "premium"] as const;
export type Plan = (typeof plans)[number];

export interface PlanLimits {
  /** The maximum number of highlights and notes together; null if unlimited. */
  annotations: number | null;
  /** Collections of verses by topic. */
  collections: boolean;
  /** Other occurrences of a word, similar words and grammar. */
  wordStudy: boolean;
  /** Repeating more than one verse: ranges and pages. */
  loops: boolean;
}

/**
 * A limit only prevents new entries. What a person has already written stays readable and
 * exportable under every plan.
 */
export const planLimits: Record<Plan, PlanLimits> = {
  free: { annotations: 20, collections: false, wordStudy: false, loops: false },
  premium: { annotations: null, collections: true, wordStudy: true, loops: true },
};
