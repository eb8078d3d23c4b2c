import { expect, test } from "vitest";
import {
  formatSections,
  good,
  hasProblem,
  notice,
  problem,
  unchecked,
} from "../../../../scripts/doctor/finding.ts";

test("the report of npm run doctor marks each finding and counts what needs attention", () => {
  const sections = [
    { title: "Stripe", findings: [good("The key works."), problem("The price is archived.")] },
    {
      title: "Mail",
      findings: [notice("The sandbox keeps all emails."), unchecked("DKIM: no selector.")],
    },
  ];
  expect(formatSections(sections)).toBe(`Stripe
  ✓ The key works.
  ✗ The price is archived.

Mail
  ! The sandbox keeps all emails.
  – DKIM: no selector.

1 problem, 1 notice, 1 not checked`);
  expect(hasProblem(sections)).toBe(true);
  expect(hasProblem(sections.slice(1))).toBe(false);
});
