/**
 * Everything that the audit log can contain. Each part of the console adds its kinds here, and their
 * names as `action_<kind>` to the texts of `staff`.
 */
export const staffActionKinds = [
  "add-staff",
  "remove-staff",
  "add-authenticator",
  "add-passkey",
  "remove-passkey",
  "renew-recovery-codes",
  "sign-in",
  "use-recovery-code",
  "suspend-person",
  "change-suspension",
  "reinstate-person",
  "warn-person",
  "start-view",
  "end-view",
  "hide-course",
  "show-course",
  "change-setting",
  "retry-job",
  "verify-teacher",
  "request-credential-changes",
  "withdraw-verification",
  "note-on-teacher",
  "open-document",
  "record-payout",
  "void-payout",
  "refund-payment",
  "refund-premium",
  "submit-evidence",
  "draft-evidence",
  "change-evidence-files",
  "assign-case",
  "note-on-case",
  "reply-to-case",
  "decide-case",
  "close-case",
  "export-people",
  "export-courses",
  "export-cases",
  "export-teachers",
  "export-payments",
  "export-premium",
  "export-payouts",
  "export-revenue",
  "export-log",
  "export-letters",
  "export-suppressions",
  "create-letter",
  "change-letter",
  "delete-letter",
  "test-letter",
  "send-letter",
  "pause-letter",
  "continue-letter",
  "stop-letter",
  "resend-letter",
  "suppress-address",
  "release-address",
] as const;
export type StaffActionKind = (typeof staffActionKinds)[number];

/** Exports of a section's table. */
export type ExportKind = Extract<StaffActionKind, `export-${string}`>;

/** What an action can be about. */
export const staffSubjectKinds = [
  "person",
  "course",
  "case",
  "payment",
  "setting",
  "staff",
  "section",
  "letter",
  "suppression",
  "job",
] as const;
export type StaffSubjectKind = (typeof staffSubjectKinds)[number];

/** The filters of the log's table. */
export const logFilters = ["kind"] as const;
