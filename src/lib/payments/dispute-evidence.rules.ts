/** Rules of evidence in disputes that islands need without the schemas. */

/** The most that Stripe accepts in one field of evidence is 20,000 characters, and we add facts. */
export const maxStatement = 10_000;

/**
 * The progress of the response to a dispute. sending: the provider hasn't confirmed yet that it
 * received the evidence.
 */
export const evidenceStates = [
  "none",
  "draft",
  "sending",
  "submitted",
  "too-late",
  "decided",
] as const;
export type EvidenceState = (typeof evidenceStates)[number];

/** The page on which a teacher responds to a dispute. */
export const disputePath = (disputeId: string): string =>
  `/dashboard/disputes/${encodeURIComponent(disputeId)}`;

/** What a file shows. Each is one field of the evidence, which takes one file. */
export const evidenceFileKinds = ["service", "communication", "policy", "other"] as const;
export type EvidenceFileKind = (typeof evidenceFileKinds)[number];

/** Stripe's limit for all files of a dispute together. */
export const maxEvidenceBytes = 4.5 * 1024 * 1024;

/** The file formats that banks accept, by file extension. */
export const evidenceFileTypes = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  png: "image/png",
} as const;
export type EvidenceFileEnding = keyof typeof evidenceFileTypes;
