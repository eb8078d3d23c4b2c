/**
 * The versions of the terms of use and the privacy policy that apply. A version is the date in the
 * front matter of the page (`updated`), and a unit test compares them. When you change a page,
 * change both dates, and describe the change in `server.changes` of the `agreements` texts. Changes
 * before the first release belong to the first version, whose date the product specification fixes.
 */

export const legalDocuments = ["terms", "privacy"] as const;
export type LegalDocument = (typeof legalDocuments)[number];

export const legalVersions: Readonly<Record<LegalDocument, string>> = {
  terms: "2025-04-21",
  privacy: "2025-04-21",
};

/**
 * The versions that applied when acceptance was first recorded. Accounts without a record were
 * created before then, and their owners agreed to these versions by signing up.
 */
export const firstVersions: Readonly<Record<LegalDocument, string>> = {
  terms: "2025-04-21",
  privacy: "2025-04-21",
};

export const legalPaths = {
  terms: "/terms-of-use",
  privacy: "/privacy-policy",
} as const satisfies Record<LegalDocument, string>;

/** Where a version was accepted: on the sign-up form, or on the page that shows what changed. */
export const agreementPlaces = ["sign-up", "update"] as const;

/** The page that shows what changed and asks for acceptance. */
export const legalUpdatePath = "/terms-update";
