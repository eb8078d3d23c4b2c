import { useQuery } from "@tanstack/react-query";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { planInvoicesOptions } from "#lib/plans/plans.queries.ts";
import type { PlanInvoice } from "#lib/plans/plans.responses.ts";
import { localizePath } from "#lib/site/locale.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/plans.ts";

const t = getTexts("plans");

/** The invoices of the subscription, each with a link to the provider's page. */
export function PlanInvoices() {
  const invoices = useQuery(planInvoicesOptions(), queryClient);
  if (invoices.isPending) return <Loading label={t("card.loadingInvoices")} />;
  if (invoices.isError) {
    return <QueryError query={invoices} />;
  }
  if (invoices.data.length === 0) return null;
  return (
    <section className="grid gap-2" aria-labelledby="plan-invoices">
      <h3 id="plan-invoices" className="text-sm font-medium">
        {t("card.invoices")}
      </h3>
      <ul className="divide-y divide-base-300 text-sm">
        {invoices.data.map((invoice) => (
          <InvoiceRow key={invoice._id} invoice={invoice} />
        ))}
      </ul>
    </section>
  );
}

function InvoiceRow({ invoice }: { invoice: PlanInvoice }) {
  const { number, amount, refunded, status, url } = invoice;
  const zone = viewerZone();
  const from = formatDate(invoice.periodStart, zone);
  const to = formatDate(invoice.periodEnd, zone);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
      <span>{t("card.period", { from, to })}</span>
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span>{formatExactPrice(amount)}</span>
        {status === "unpaid" && (
          <span className="badge badge-sm badge-warning">{t("card.unpaidInvoice")}</span>
        )}
        {refunded > 0 && (
          <span className="muted">
            {t("card.refunded", { amount: formatExactPrice(refunded) })}
          </span>
        )}
        {url && (
          <a
            className="link py-0.5 unsold:hidden"
            href={localizePath(url)}
            aria-label={t("card.viewNumber", { number: number ?? "" })}
          >
            {t("card.view")}
          </a>
        )}
      </span>
    </li>
  );
}
