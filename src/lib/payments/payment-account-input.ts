/** The input of a payment account's setup. */
import * as z from "zod/mini";
import { getTexts } from "#translations/payments.ts";
import { listCountries } from "../people/countries.ts";

const t = getTexts("payments");

const codes = new Set(listCountries().map(({ code }) => code));

export const paymentAccountInput = z.object({
  /** ISO 3166-1 code of the country in which the teacher is paid. */
  country: z.optional(
    z
      .string({ error: () => t("account.countryMissing") })
      .check(z.refine((code) => codes.has(code), { error: () => t("account.countryMissing") })),
  ),
  /** Whether an account in another country may be replaced. */
  replace: z._default(z.boolean(), false),
});
export type PaymentAccountInput = z.output<typeof paymentAccountInput>;
