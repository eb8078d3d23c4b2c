/** What letters, their recipients and their emails can be, and the limits of their texts. */

/** A newsletter goes to subscribers, and a policy notice to accounts. */
export const letterKinds = ["newsletter", "policy"] as const;
export type LetterKind = (typeof letterKinds)[number];

export const letterStatuses = ["draft", "sending", "paused", "sent", "stopped"] as const;
export type LetterStatus = (typeof letterStatuses)[number];

export const letterAudiences = ["subscribers", "accounts", "teachers", "students"] as const;
export type LetterAudience = (typeof letterAudiences)[number];

export const audiencesOf: Readonly<Record<LetterKind, readonly LetterAudience[]>> = {
  newsletter: ["subscribers"],
  policy: ["accounts", "teachers", "students"],
};

/** The role for which an address gets a letter. */
export const letterRecipients = ["account", "guardian", "subscriber"] as const;
export type LetterRecipient = (typeof letterRecipients)[number];

export const deliveryStatuses = ["waiting", "sending", "sent", "skipped", "failed"] as const;

/**
 * Why an email was skipped or failed. `unconfirmed`: the mail server's answer was lost, so the
 * email may have arrived and is sent again only if staff choose to. `postponed`: the server
 * postponed it too often.
 */
export const deliveryReasons = [
  "unsubscribed",
  "suppressed",
  "gone",
  "rejected",
  "postponed",
  "unconfirmed",
] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];

/** Why an address gets no letters. */
export const suppressionReasons = ["rejected", "complaint", "staff"] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

export const letterLimits = {
  subject: 150,
  preheader: 200,
  /** Below the maximum of the Markdown parser. */
  body: 8_000,
  /** Emails per hour. New senders are limited by mail providers until they are known. */
  minRate: 10,
  defaultRate: 200,
  maxRate: 5_000,
  maxActiveDays: 730,
  note: 300,
} as const;

/** For how many days the addresses of a finished letter are kept. */
export const deliveryDays = 90;

/** The filters of the letters' table. */
export const letterFilters = ["status"] as const;
/** The filters of the table of suppressed addresses. */
export const suppressionFilters = ["reason"] as const;
