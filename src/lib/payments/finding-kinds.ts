/** Payment problems that must be resolved manually. */

/** Problems in our own records. */
export const recordFindings = [
  "seat-without-charge",
  "seat-without-classes",
  "refund-not-made",
  "refund-failed",
  "refund-waiting",
  "outcome-unknown",
  "events-missing",
] as const;

/** Differences from the provider's charges. */
export const chargeFindings = [
  "unknown-charge",
  "unrecorded-charge",
  "second-charge",
  "missing-charge",
  "amount-differs",
  "refund-differs",
] as const;

export const findingKinds = [...recordFindings, ...chargeFindings] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Rows can have kinds of earlier versions. */
export const isFindingKind = (kind: string): kind is FindingKind =>
  findingKinds.some((each) => each === kind);
