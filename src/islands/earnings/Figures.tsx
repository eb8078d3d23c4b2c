import type { ReactNode } from "react";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import type { Earnings } from "#lib/earnings/earnings.responses.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { getTexts } from "#translations/earnings.ts";

const t = getTexts("earnings");

/** Totals of the period and payouts. */
export function Figures({ earnings }: { earnings: Earnings }) {
  const { summary, onTheWay, source, check, owed } = earnings;
  const atRisk = earnings.disputes.reduce((sum, dispute) => sum + dispute.atRisk, 0);
  const minus = (dollars: number) =>
    dollars === 0 ? formatExactPrice(0) : formatExactPrice(-dollars);
  return (
    <section aria-label={t("summary.title")} className="grid gap-4 lg:grid-cols-[2fr_1fr]">
      <div className="panel grid gap-4 p-5">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
          <Figure label={t("summary.payments")} value={formatExactPrice(summary.gross)} />
          <Figure label={t("summary.fee")} value={minus(summary.fees)} />
          <Figure label={t("summary.refunds")} value={minus(summary.refunds)} />
          {summary.other !== 0 && (
            <Figure label={t("summary.other")} value={formatExactPrice(summary.other)} />
          )}
          <Figure
            label={t("summary.net")}
            value={formatExactPrice(summary.net)}
            hint={atRisk > 0 && t("summary.atRisk", { amount: formatExactPrice(atRisk) })}
            strong
          />
        </dl>
        {check && check.missing === 0 && check.unknown === 0 && check.matched > 0 && (
          <p className="muted text-xs">
            {t("summary.source")} {t("summary.match", { count: check.matched })}
          </p>
        )}
      </div>
      {owed && <Owed owed={owed} />}
      {source === "provider" && !owed && (
        <dl className="panel grid grid-cols-2 content-start gap-x-6 gap-y-4 p-5">
          <Figure
            label={t("summary.upcoming")}
            value={onTheWay === null ? t("summary.unknown") : formatExactPrice(onTheWay)}
            hint={t("summary.upcomingHint")}
          />
          <Figure
            label={t("summary.paidOut")}
            value={formatExactPrice(summary.paidOut)}
            hint={t("summary.paidOutHint")}
          />
        </dl>
      )}
    </section>
  );
}

/** What the platform owes and has paid to a teacher whom Stripe can't pay. */
function Owed({ owed: { owed, paid, payouts } }: { owed: NonNullable<Earnings["owed"]> }) {
  return (
    <div className="panel grid content-start gap-4 p-5">
      <dl className="grid grid-cols-2 content-start gap-x-6 gap-y-4">
        <Figure
          label={t("owed.owed")}
          value={formatExactPrice(owed)}
          hint={t(owed < 0 ? "owed.negativeHint" : "owed.owedHint")}
        />
        <Figure label={t("owed.paid")} value={formatExactPrice(paid)} hint={t("owed.paidHint")} />
      </dl>
      {payouts.length > 0 && (
        <ul
          aria-label={t("owed.paid")}
          className="grid gap-2 border-t border-base-300 pt-3 text-sm"
        >
          {payouts.map((payout) => (
            <li key={payout._id} className="grid gap-0.5">
              <span className="flex flex-wrap justify-between gap-x-3">
                <LocalTime instant={payout.at} />
                <span className="tabular">{formatExactPrice(payout.amount)}</span>
              </span>
              <bdi className="muted text-xs break-words">{payout.reference}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface FigureProps {
  label: string;
  value: string;
  hint?: ReactNode;
  strong?: boolean;
}

function Figure({ label, value, hint, strong = false }: FigureProps) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="muted text-sm">{label}</dt>
      <dd className={`tabular text-xl ${strong ? "font-bold text-secondary" : "font-semibold"}`}>
        {value}
      </dd>
      {hint && <dd className="muted text-xs">{hint}</dd>}
    </div>
  );
}
