import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { formatExactPrice } from "#lib/payments/money.ts";
import type { PaymentMovement } from "#lib/payments/staff-payments.responses.ts";
import { getTexts } from "#translations/staff-payment.ts";

const t = getTexts("staffPayment");

const types = [
  "charge",
  "payment",
  "refund",
  "payment_refund",
  "transfer",
  "transfer_refund",
  "application_fee",
  "application_fee_refund",
  "adjustment",
] as const;

const money = (cents: number): string => formatExactPrice(cents / 100);

interface PaymentMovementsProps {
  movements: readonly PaymentMovement[];
  /** Whether the platform keeps the teacher's share until it is paid out. */
  isShareOwed: boolean;
}

/** What a payment moved in the platform's balance at the provider. */
export function PaymentMovements({ movements, isShareOwed }: PaymentMovementsProps) {
  const total = movements.reduce((sum, { netCents }) => sum + netCents, 0);
  return (
    <section className="panel grid gap-3 p-5">
      <h2 className="font-semibold">{t("movements.title")}</h2>
      {movements.length === 0 ? (
        <p className="muted text-sm">{t("movements.none")}</p>
      ) : (
        <div className="-mx-5 overflow-x-auto px-5">
          <table className="table table-sm max-sm:[&_:is(td,th)]:px-1">
            <caption className="sr-only">{t("movements.title")}</caption>
            <thead>
              <tr>
                <th scope="col" className="ps-0">
                  {t("movements.type")}
                </th>
                <th scope="col" className="text-end">
                  {t("movements.amount")}
                </th>
                <th scope="col" className="text-end max-sm:hidden">
                  {t("movements.fee")}
                </th>
                <th scope="col" className="pe-0 text-end">
                  {t("movements.net")}
                </th>
              </tr>
            </thead>
            <tbody>
              {movements.map((movement) => (
                <tr key={movement._id}>
                  <td className="ps-0 max-sm:pe-1">
                    <span className="grid">
                      {nameOf(movement)}
                      <span className="muted text-xs max-sm:hidden">
                        <LocalTime instant={movement.at} />
                      </span>
                    </span>
                  </td>
                  <td className="tabular text-end">{money(movement.amountCents)}</td>
                  <td className="tabular text-end max-sm:hidden">{money(movement.feeCents)}</td>
                  <td className="tabular pe-0 text-end">{money(movement.netCents)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="text-base-content">
                <th scope="row" colSpan={2} className="ps-0 whitespace-normal">
                  {t(isShareOwed ? "movements.totalWithShare" : "movements.total")}
                </th>
                <td className="max-sm:hidden" />
                <td className="tabular pe-0 text-end font-semibold">{money(total)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </section>
  );
}

// A type that was added later is shown in the provider's terms.
function nameOf({ type }: PaymentMovement): string {
  const known = types.find((each) => each === type);
  return known ? t(`movements.types.${known}`) : type;
}
