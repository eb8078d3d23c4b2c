import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ReasonDialog } from "#islands/staff/shared/ReasonDialog.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { voidSharePayout } from "#lib/payments/owed-shares.calls.ts";
import { sharePayoutsOptions } from "#lib/payments/owed-shares.queries.ts";
import type { OwedShareRow, SharePayout } from "#lib/payments/owed-shares.responses.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/payouts.ts";

const t = getTexts("payouts");

const describePayout = ({ at, amount, reference }: SharePayout): string =>
  `${formatDate(at, viewerZone())} · ${formatExactPrice(amount)} · ${reference}`;

/** Chooses a payout that was recorded by mistake or that the bank returned, and voids it. */
export function VoidPayoutDialog({ row, onClose }: { row: OwedShareRow; onClose: () => void }) {
  const payouts = useQuery(sharePayoutsOptions(row._id), queryClient);
  const [chosen, setChosen] = useState("");
  return (
    <ReasonDialog
      open
      title={t("voidTitle", { name: row.name })}
      text={t("voidText")}
      action={t("void")}
      isDangerous
      onClose={onClose}
      onDecide={(reason) => voidSharePayout(row._id, { payoutId: chosen, reason })}
    >
      {payouts.isError ? (
        <QueryError query={payouts} />
      ) : (
        // There from the beginning, so that it gets the focus like the first field of other dialogs.
        <SelectField
          label={t("payout")}
          placeholder={payouts.isPending ? t("loadingPayouts") : t("choosePayout")}
          required
          options={(payouts.data ?? []).map((each) => ({
            value: each._id,
            label: describePayout(each),
          }))}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        />
      )}
    </ReasonDialog>
  );
}
