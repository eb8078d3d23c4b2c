import { expect, test } from "vitest";
import { checkAlerts } from "../../../../scripts/doctor/alerts.ts";

const site = {
  env: "live",
  appUrl: "https://halaqa.example",
  mail: { smtpUrl: "smtp://127.0.0.1:9", from: "no-reply@halaqa.example", sandbox: false },
} as const;
const nobody = { emails: [], webhookUrl: undefined };

test("the alert check names the recipients, and no secret part of the webhook", async () => {
  const alerts = {
    emails: ["amina@halaqa.example"],
    webhookUrl: "https://chat.example/hooks/secret",
  };
  expect(await checkAlerts({ ...site, alerts })).toEqual([
    { outcome: "good", text: "Errors are reported to amina@halaqa.example, chat.example." },
  ]);
});

test("the alert check says what to set when a live site has no recipients", async () => {
  const [finding] = await checkAlerts({ ...site, alerts: nobody });
  expect(finding).toMatchObject({ outcome: "notice" });
  expect(finding?.text).toMatch(/^Nobody is alerted to errors\. Set ALERT_EMAILS/);
});

test("the alert check names the on-call addresses that staff set in the console", async () => {
  expect(await checkAlerts({ ...site, alerts: nobody }, ["call@halaqa.example"])).toEqual([
    { outcome: "good", text: "Errors are reported to call@halaqa.example." },
  ]);
});
