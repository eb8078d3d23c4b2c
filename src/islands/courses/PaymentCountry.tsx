import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { findServiceAgreement } from "#lib/payments/payout-countries.ts";
import { listCountries } from "#lib/people/countries.ts";
import { nameCountry } from "#lib/text/display-names.ts";
import { getTexts } from "#translations/payment-gate.ts";

const t = getTexts("paymentGate");

interface PaymentCountryProps {
  /** ISO 3166-1 code. */
  country: string;
  platformCountry: string;
  onChange(country: string): void;
}

/** Asks in which country a teacher is paid, and says who pays there. */
export function PaymentCountry({ country, platformCountry, onChange }: PaymentCountryProps) {
  const agreement = findServiceAgreement(platformCountry, country);
  return (
    <div className="mx-auto grid w-full max-w-sm gap-2 text-start">
      <SelectField
        label={t("country.label")}
        hint={t("country.hint")}
        value={country}
        onChange={({ target }) => onChange(target.value)}
        options={listCountries().map(({ code }) => ({ value: code, label: nameCountry(code) }))}
      />
      <p className="text-sm" role="status">
        {t(`country.${agreement}`)}
      </p>
    </div>
  );
}
