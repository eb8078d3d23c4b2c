import { useMemo, useState } from "react";
import { Badge } from "#islands/staff/shared/Badge.tsx";
import { NoValue } from "#islands/staff/shared/NoValue.tsx";
import { type StaffColumn, StaffTable } from "#islands/staff/shared/StaffTable.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { formatExactPrice } from "#lib/payments/money.ts";
import type { OwedShareRow } from "#lib/payments/owed-shares.responses.ts";
import { nameCountry } from "#lib/text/display-names.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/payouts.ts";
import { PayoutDialog } from "./PayoutDialog.tsx";
import { VoidPayoutDialog } from "./VoidPayoutDialog.tsx";

const t = getTexts("payouts");

/** What the platform owes to teachers whom Stripe can't pay. */
export default function OwedShares() {
  const [paying, setPaying] = useState<OwedShareRow>();
  const [voiding, setVoiding] = useState<OwedShareRow>();
  const columns = useMemo(
    (): StaffColumn<OwedShareRow>[] => [
      {
        id: "name",
        label: t("teacher"),
        cell: ({ name, email, suspension }) => (
          <span className="grid min-w-0 justify-items-start gap-0.5 md:min-w-48">
            <bdi>{name}</bdi>
            <a className="link muted text-xs break-all" href={`mailto:${email}`}>
              <bdi>{email}</bdi>
            </a>
            {suspension && (
              <Badge kind="warning">
                <span suppressHydrationWarning>
                  {t("suspended", { date: formatDate(suspension.until, viewerZone()) })}
                </span>
              </Badge>
            )}
          </span>
        ),
      },
      {
        id: "country",
        label: t("country"),
        cell: ({ country, isSanctioned }) =>
          country === null ? (
            <NoValue />
          ) : (
            <span className="grid justify-items-start gap-0.5">
              <bdi>{nameCountry(country)}</bdi>
              {isSanctioned && <Badge kind="urgent">{t("sanctioned")}</Badge>}
            </span>
          ),
      },
      {
        id: "share",
        label: t("share"),
        isSecondary: true,
        isNumber: true,
        cell: ({ share }) => formatExactPrice(share),
      },
      { id: "paid", label: t("paid"), isNumber: true, cell: ({ paid }) => formatExactPrice(paid) },
      {
        id: "owed",
        label: t("owed"),
        isNumber: true,
        isSortable: true,
        cell: ({ owed }) => <strong>{formatExactPrice(owed)}</strong>,
      },
      {
        id: "pay",
        label: t("action"),
        cell: (row) =>
          (row.owed > 0 || row.paid > 0) && (
            <span className="flex flex-wrap gap-2">
              {row.owed > 0 && row.isSanctioned && (
                <span className="text-xs">{t("prohibited")}</span>
              )}
              {row.owed > 0 && !row.isSanctioned && (
                <Button
                  look="quiet"
                  className="btn-sm"
                  aria-label={t("markOf", { name: row.name })}
                  onClick={() => setPaying(row)}
                >
                  {t("mark")}
                </Button>
              )}
              {row.paid > 0 && (
                <Button
                  look="plain"
                  className="btn-sm"
                  aria-label={t("voidOf", { name: row.name })}
                  onClick={() => setVoiding(row)}
                >
                  {t("void")}
                </Button>
              )}
            </span>
          ),
      },
    ],
    [],
  );
  return (
    <>
      <StaffTable<OwedShareRow>
        section="/payouts"
        caption={t("title")}
        columns={columns}
        rowId={({ _id }) => _id}
        searchHint={t("searchHint")}
        emptyTitle={t("none")}
        emptyText={t("noneText")}
      />
      {paying && <PayoutDialog row={paying} onClose={() => setPaying(undefined)} />}
      {voiding && <VoidPayoutDialog row={voiding} onClose={() => setVoiding(undefined)} />}
    </>
  );
}
