/** Says who is alerted to errors. */
import type { Config } from "#server/config/config.ts";
import { type Finding, good, notice } from "./finding.ts";

export function checkAlerts({ alerts, env }: Pick<Config, "alerts" | "env">): Finding[] {
  const { emails, webhookUrl } = alerts;
  const receivers = [...emails, ...(webhookUrl ? [new URL(webhookUrl).host] : [])];
  if (receivers.length > 0) return [good(`Errors are reported to ${receivers.join(", ")}.`)];
  const advice = "Set ALERT_EMAILS or ALERT_WEBHOOK_URL, so that errors reach a person.";
  return [notice(env === "live" ? `Nobody is alerted to errors. ${advice}` : advice)];
}
