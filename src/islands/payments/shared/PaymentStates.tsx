import { Badge } from "#islands/staff/shared/Badge.tsx";
import { listStates, type ShownState } from "#lib/payments/payment-state.ts";
import { getTexts } from "#translations/payment-states.ts";

const t = getTexts("paymentStates");

const looks: Partial<Record<ShownState, "good" | "warning">> = {
  paid: "good",
  won: "good",
  disputed: "warning",
  inquiry: "warning",
  lost: "warning",
};

/** How a payment stands, and what a bank decided about it. */
export function PaymentStates({ payment }: { payment: Parameters<typeof listStates>[0] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {listStates(payment).map((state) => (
        <Badge key={state} kind={looks[state] ?? "neutral"}>
          {t(state)}
        </Badge>
      ))}
    </span>
  );
}
