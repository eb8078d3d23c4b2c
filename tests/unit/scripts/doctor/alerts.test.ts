import { expect, test } from "vitest";
import { checkAlerts } from "../../../../scripts/doctor/alerts.ts";

const nobody = { emails: [], webhookUrl: undefined };

test("the check of alerts names who receives them, and no secret part of the webhook", () => {
  const alerts = {
    emails: ["amina@halaqa.example"],
    webhookUrl: "https://chat.example/hooks/secret",
  };
  expect(checkAlerts({ alerts, env: "live" })).toEqual([
    { outcome: "good", text: "Errors are reported to amina@halaqa.example, chat.example." },
  ]);
});

test("the check of alerts says what to set when a live site has no receivers", () => {
  const [finding] = checkAlerts({ alerts: nobody, env: "live" });
  expect(finding).toMatchObject({ outcome: "notice" });
  expect(finding?.text).toMatch(/^Nobody is alerted to errors\. Set ALERT_EMAILS/);
});

test("the check of alerts names the on-call addresses that staff set in the console", () => {
  expect(checkAlerts({ alerts: nobody, env: "live" }, ["call@halaqa.example"])).toEqual([
    { outcome: "good", text: "Errors are reported to call@halaqa.example." },
  ]);
});
