/** Says who is alerted to errors, and sends them a test message on request. */
import type { Config } from "#server/config/config.ts";
import { postAlert } from "#server/monitoring/alerts.ts";
import { createMailer } from "#server/providers/mail/mail.ts";
import { type Finding, good, notice, problem, reasonOf } from "./finding.ts";

type AlertsConfig = Pick<Config, "alerts" | "env" | "mail" | "appUrl">;

export async function checkAlerts(
  config: AlertsConfig,
  onCallAddresses: readonly string[] = [],
  sendsTest = false,
): Promise<Finding[]> {
  const { emails, webhookUrl } = config.alerts;
  const addresses = [...new Set([...emails, ...onCallAddresses])];
  const receivers = [...addresses, ...(webhookUrl ? [new URL(webhookUrl).host] : [])];
  if (receivers.length === 0) {
    const advice =
      "Set ALERT_EMAILS, ALERT_WEBHOOK_URL or the on-call addresses at /staff/settings, so that errors reach a person.";
    return [notice(config.env === "live" ? `Nobody is alerted to errors. ${advice}` : advice)];
  }
  if (!sendsTest) return [good(`Errors are reported to ${receivers.join(", ")}.`)];
  return sendTest(config, addresses);
}

async function sendTest(
  { mail, alerts, appUrl }: AlertsConfig,
  addresses: readonly string[],
): Promise<Finding[]> {
  const text = `This is a test of npm run doctor for ${appUrl}. Errors that need attention arrive like this.`;
  const message = { subject: `${new URL(appUrl).hostname}: Test alert`, text };
  const mailer = createMailer({ ...mail, log: { debug: () => {} } });
  const attempts: [string, string, () => Promise<void>][] = addresses.map((to) => [
    "ALERT_EMAILS or the on-call addresses",
    to,
    () => mailer.send({ to, ...message, html: `<p>${text}</p>` }),
  ]);
  const { webhookUrl } = alerts;
  if (webhookUrl) {
    const send = () => postAlert(webhookUrl, message, 10_000);
    attempts.push(["ALERT_WEBHOOK_URL", new URL(webhookUrl).host, send]);
  }
  try {
    return await Promise.all(
      attempts.map(([variable, receiver, attempt]) =>
        attempt().then(
          () => good(`A test alert was sent to ${receiver}.`),
          (error: unknown) =>
            problem(`${variable}: no alert reaches ${receiver}: ${reasonOf(error)}`),
        ),
      ),
    );
  } finally {
    mailer.close();
  }
}
