/** Says who is alerted to errors. */
import type { Config } from "#server/config/config.ts";
import { type Finding, good, notice } from "./finding.ts";

export function checkAlerts(
  { alerts, env }: Pick<Config, "alerts" | "env">,
  onCallAddresses: readonly string[] = [],
): Finding[] {
  const { emails, webhookUrl } = alerts;
  const receivers = [
    ...emails,
    ...onCallAddresses,
    ...(webhookUrl ? [new URL(webhookUrl).host] : []),
  ];
  if (receivers.length > 0) return [good(`Errors are reported to ${receivers.join(", ")}.`)];
  const advice =
    "Set ALERT_EMAILS, ALERT_WEBHOOK_URL or the on-call addresses at /staff/settings, so that errors reach a person.";
  return [notice(env === "live" ? `Nobody is alerted to errors. ${advice}` : advice)];
}
