/**
 * In which countries Stripe pays teachers, and under which service agreement, for the country of the
 * platform's own account.
 *
 * As of 2026-11-28, according to
 * - https://docs.stripe.com/connect/cross-border-payouts (platforms in the United States, the United
 *   Kingdom, the EEA, Canada and Switzerland can pay full accounts in all of these; everything else
 *   is arranged with Stripe),
 * - https://docs.stripe.com/connect/service-agreement-types (a recipient account can't request
 *   `card_payments`, and its agreement can't be changed once accepted),
 * - https://docs.stripe.com/connect/cross-border-payouts/special-requirements and Stripe's list for
 *   US platforms of 2025 (`recipients` below; India and Brazil don't support destination charges).
 *
 * Stripe enables recipients for each platform. It refuses others with "… is not currently supported
 * by Stripe", which teachers then read in our words. `docs/operations.md` says how to check the list.
 */

/**
 * `full`: Stripe's usual agreement. `recipient`: the account only receives transfers. `none`: Stripe
 * can't pay there, so the platform owes the teacher the share.
 */
export const serviceAgreements = ["full", "recipient", "none"] as const;
export type ServiceAgreement = (typeof serviceAgreements)[number];

/** The European Economic Area, as far as Stripe has accounts there. */
const eea =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK";

/** Platforms in these countries can pay full accounts in all of them. */
const oneRegion = new Set(`US GB CA CH ${eea}`.split(" "));

/** Where only platforms in the United States can pay, and only recipients. */
const recipients = new Set(
  `AE AG AL AM AO AR AU AZ BA BD BH BJ BN BO BS BT BW CI CL CO CR DO DZ EC EG ET GA GH GM GT GY HK
   ID IL JM JO JP KE KH KR KW KZ LA LC LK MA MC MD MG MK MN MO MU MX MY MZ NA NE NG NZ OM PA PE PH PK
   PY QA RS RW SA SG SM SN SV TH TN TR TT TW TZ UY UZ VN ZA`
    .split(/\s+/)
    .filter((code) => code !== ""),
);

/** Where Stripe pays recipients, but not from charges that name them as their destination. */
const withoutDestinationCharges = new Set(["BR", "IN"]);

/** @param country ISO 3166-1 codes of two letters. */
export function findServiceAgreement(platformCountry: string, country: string): ServiceAgreement {
  if (country === platformCountry) return "full";
  if (oneRegion.has(platformCountry) && oneRegion.has(country)) return "full";
  return platformCountry === "US" && recipients.has(country) ? "recipient" : "none";
}

/** Whether Stripe has accounts in the country, under some agreement. */
export const isStripeCountry = (country: string): boolean =>
  oneRegion.has(country) || recipients.has(country) || withoutDestinationCharges.has(country);
