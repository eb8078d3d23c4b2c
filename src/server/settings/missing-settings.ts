/** The settings that a live site still lacks, for the log at startup and for `npm run doctor`. */
import type { SettingValues } from "#lib/settings/settings.ts";
import type { Context } from "../context.ts";

/**
 * The settings without which a live site shouldn't be opened, each in sentences that say what to do.
 * None of them prevents the start, because they are set in the console of a running site.
 */
export function findMissingSettings(
  values: Pick<SettingValues, "supportAddress" | "legalEntity">,
): string[] {
  const where = "Set it at /staff/settings.";
  return [
    ...(values.supportAddress
      ? []
      : [`There is no support address, so pages and emails show the sender's. ${where}`]),
    ...(values.legalEntity
      ? []
      : [`There is no legal entity, so no page says who operates the site. ${where}`]),
  ];
}

export function warnOfMissingSettings({ config, settings, log }: Context): void {
  const values = {
    supportAddress: settings.read("supportAddress"),
    legalEntity: settings.read("legalEntity"),
  };
  for (const text of findMissingSettings(values)) log.warn(text);
  const { emails, webhookUrl } = config.alerts;
  if (emails.length === 0 && !webhookUrl && settings.read("onCallAddresses").length === 0) {
    log.warn(
      "Nobody is alerted to errors: set on-call addresses at /staff/settings, ALERT_EMAILS or ALERT_WEBHOOK_URL",
    );
  }
}
