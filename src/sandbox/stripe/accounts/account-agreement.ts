// What Stripe refuses when an account is created: countries, agreements and capabilities.
import { findServiceAgreement, isStripeCountry } from "#lib/payments/payout-countries.ts";
import { refusedParam } from "../http/errors.ts";
import type { CreateAccount } from "./account-params.ts";

/** The country of the platform's own account. */
export const platformCountry = "US";

export function checkAgreement(
  country: string,
  agreement: "full" | "recipient",
  capabilities: CreateAccount["capabilities"] = {},
): void {
  if (!isStripeCountry(country)) {
    throw refusedParam(
      "country",
      `${country} is not currently supported by Stripe.`,
      "country_unsupported",
    );
  }
  const hasCards = capabilities.card_payments?.requested === true;
  if (agreement === "recipient") {
    if (country === platformCountry) {
      throw refusedParam(
        "tos_acceptance[service_agreement]",
        `Accounts in ${country} can't be created under the \`recipient\` service agreement by platforms in ${platformCountry}.`,
      );
    }
    if (hasCards) {
      throw refusedParam(
        "capabilities",
        "Accounts under the `recipient` service agreement can't request the `card_payments` capability. To learn more, see https://stripe.com/docs/connect/service-agreement-types.",
      );
    }
    return;
  }
  if (findServiceAgreement(platformCountry, country) !== "full" && hasCards) {
    throw refusedParam(
      "capabilities",
      `Connected accounts in ${country} can't be created by platforms in ${platformCountry} under the \`full\` service agreement. To learn more, see https://stripe.com/docs/connect/service-agreement-types.`,
    );
  }
  if (capabilities.transfers?.requested === true && !hasCards) {
    throw refusedParam(
      "capabilities",
      `You cannot request the \`transfers\` capability without the \`card_payments\` capability for accounts in ${country}.`,
    );
  }
}
