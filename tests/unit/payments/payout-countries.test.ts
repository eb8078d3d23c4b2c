import { expect, it } from "vitest";
import { findServiceAgreement } from "#lib/payments/payout-countries.ts";
import { listCountries } from "#lib/people/countries.ts";

it.each([
  ["US", "US", "full"],
  ["US", "GB", "full"],
  ["US", "DE", "full"],
  ["US", "CA", "full"],
  ["US", "AU", "recipient"],
  ["US", "SA", "recipient"],
  ["US", "AE", "recipient"],
  ["US", "PK", "recipient"],
  ["US", "EG", "recipient"],
  ["US", "MY", "recipient"],
  ["US", "ID", "recipient"],
  ["US", "IN", "none"],
  ["US", "SY", "none"],
  ["GB", "US", "full"],
  ["GB", "FR", "full"],
  ["GB", "PK", "none"],
  ["AE", "AE", "full"],
  ["AE", "GB", "none"],
])(
  "a platform in %s pays teachers in %s under the agreement %s",
  (platform, country, agreement) => {
    expect(findServiceAgreement(platform, country)).toBe(agreement);
  },
);

it("every country that a teacher can choose has an agreement, and most can be paid by Stripe", () => {
  const agreements = listCountries().map(({ code }) => findServiceAgreement("US", code));
  expect(agreements.filter((agreement) => agreement === "full")).toHaveLength(34);
  expect(agreements.filter((agreement) => agreement === "recipient").length).toBeGreaterThan(80);
});
