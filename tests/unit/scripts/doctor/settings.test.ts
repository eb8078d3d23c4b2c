import { expect, test } from "vitest";
import { defaultSettings } from "#server/settings/settings-defaults.ts";
import { checkSettings } from "../../../../scripts/doctor/settings.ts";

const legalEntity = { name: "Halaqa Ltd", address: "1 Main St", registration: "" };

test("a live site without a support address and a legal entity has two problems, each with its remedy", () => {
  const findings = checkSettings(defaultSettings({ env: "live" }), "live");
  expect(findings.map(({ outcome }) => outcome)).toEqual(["problem", "problem"]);
  expect(findings[0]?.text).toMatch(/^There is no support address.*\/staff\/settings\.$/);
  expect(findings[1]?.text).toMatch(/^There is no legal entity.*\/staff\/settings\.$/);
});

test("a live site with a support address and a legal entity has complete settings", () => {
  const values = {
    ...defaultSettings({ env: "live" }),
    supportAddress: "help@learn.example",
    legalEntity,
  };
  expect(checkSettings(values, "live")).toEqual([
    {
      outcome: "good",
      text: "People can write to help@learn.example, and pages name the legal entity.",
    },
  ]);
});
