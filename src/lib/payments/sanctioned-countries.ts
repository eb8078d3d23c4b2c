/**
 * Countries with which nobody in the platform's country may do business, so that the platform can't
 * owe or pay anyone there. Where Stripe can't pay, the platform would otherwise owe the share itself.
 *
 * As of 2026-11-29, according to
 * - https://ofac.treasury.gov/sanctions-programs-and-country-information (the United States prohibits
 *   nearly all services to Cuba, 31 CFR 515, Iran, 31 CFR 560, and North Korea, 31 CFR 510; the
 *   program about Syria ended on 2025-06-30 with Executive Order 14312),
 * - Resolution 2270 (2016) of the UN Security Council, which prohibits payments to and from North Korea
 *   everywhere, such as Regulation (EU) 2017/1509 and the United Kingdom's SI 2019/411.
 *
 * Sanctions on single persons, regions (Crimea, Donetsk, Luhansk) or kinds of goods aren't in this list.
 * `docs/going-live.md` names what is left to the founder, and `docs/operations.md` says when to check
 * the list.
 */
const everywhere: readonly string[] = ["KP"];

/** By the country of the platform's own account. */
const prohibited: Readonly<Record<string, readonly string[]>> = {
  US: ["CU", "IR"],
};

/** The countries in which a platform may pay nobody. All are ISO 3166-1 codes. */
export const listSanctionedCountries = (platformCountry: string): readonly string[] => [
  ...everywhere,
  ...(prohibited[platformCountry] ?? []),
];

/** Whether a platform in one country may pay nobody in the other. Both are ISO 3166-1 codes. */
export const isSanctioned = (platformCountry: string, country: string): boolean =>
  listSanctionedCountries(platformCountry).includes(country);
