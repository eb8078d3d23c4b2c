import type { ReactNode } from "react";
import { formatExactPrice } from "#lib/payments/money.ts";
import type { Revenue } from "#lib/payments/revenue.responses.ts";
import { getLocale } from "#lib/site/locale.ts";
import { getTexts } from "#translations/revenue.ts";
import { signed } from "./signed-amounts.ts";

const t = getTexts("revenue");

const money = (cents: number): string => formatExactPrice(cents / 100);
const minus = (cents: number): string => money(signed("refunds", cents));

/** The totals of the range, and the activity of students. */
export function RevenueFigures({ revenue }: { revenue: Revenue }) {
  const { totals, activity, stripe } = revenue;
  return (
    <div className="grid gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <section className="panel grid content-start gap-4 p-5">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
          <Figure label={t("figure.gross")} value={money(totals.gross)} isLarge />
          <Figure label={t("figure.platform")} value={money(totals.platform)} isLarge />
          <Figure label={t("figure.sales")} value={formatNumber(totals.sales)} isLarge />
          <Figure label={t("figure.refunds")} value={minus(totals.refunds)} />
          <Figure label={t("figure.disputes")} value={minus(totals.disputes)} />
          <Figure label={t("figure.stripeFees")} value={minus(totals.stripeFees)} />
          <Figure label={t("figure.teachers")} value={minus(totals.teachers)} />
          <Figure label={t("figure.owed")} value={minus(totals.owed)} />
          <Figure label={t("figure.payouts")} value={money(totals.payouts)} />
          {totals.other !== 0 && <Figure label={t("figure.other")} value={money(totals.other)} />}
        </dl>
        <p className="muted text-xs">
          {t("check", { transactions: stripe.transactions, net: money(stripe.net) })}
        </p>
      </section>
      <dl className="panel grid content-start gap-4 p-5 max-xl:sm:grid-cols-3">
        <Figure
          label={t("activity.active")}
          value={formatNumber(activity.activeStudents)}
          hint={t("activity.activeHint")}
        />
        <Figure
          label={t("activity.retention")}
          value={formatPercent(activity.retention)}
          hint={t("activity.retentionHint")}
        />
        <Figure
          label={t("activity.refundRate")}
          value={formatPercent(activity.refundRate)}
          hint={t("activity.refundRateHint")}
        />
      </dl>
    </div>
  );
}

const formatNumber = (count: number): string => new Intl.NumberFormat(getLocale()).format(count);

function formatPercent(share: number | null): string {
  if (share === null) return t("activity.unknown");
  const options = { style: "percent", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(getLocale(), options).format(share);
}

interface FigureProps {
  label: string;
  value: string;
  hint?: ReactNode;
  isLarge?: boolean;
}

function Figure({ label, value, hint, isLarge = false }: FigureProps) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="muted text-sm">{label}</dt>
      <dd className={`tabular font-semibold ${isLarge ? "text-xl sm:text-2xl" : "text-lg"}`}>
        {value}
      </dd>
      {hint && <dd className="muted text-xs">{hint}</dd>}
    </div>
  );
}
