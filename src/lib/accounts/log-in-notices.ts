/** Messages on the log-in page that say why the user must log in. */
import { getTexts } from "#translations/accounts.ts";

const t = getTexts("accounts");

const reasons = ["enroll", "waiting", "trial", "message", "ended"] as const;
export type LogInReason = (typeof reasons)[number];

/**
 * The message for the `reason` parameter of the log-in page, or undefined if the reason is unknown.
 */
export function findLogInNotice(reason: string | null): string | undefined {
  const known = reasons.find((each) => each === reason);
  return known && t(`notice.${known}`);
}
