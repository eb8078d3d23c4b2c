import type { RefundedSeat } from "#islands/payments/shared/RefundDialog.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { useViewerZone } from "#islands/ui/time/use-viewer-zone.ts";
import type { EarningsEntry } from "#lib/earnings/earnings.responses.ts";
import { labelEntryKind, labelEntryStatus } from "#lib/earnings/earnings.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { capitalize } from "#lib/text/capitalize.ts";
import { formatShortDay, formatTime } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/earnings.ts";

const t = getTexts("earnings");

interface EntriesTableProps {
  entries: readonly EarningsEntry[];
  /** Whether another page is loading. */
  busy: boolean;
  onRefund: (seat: RefundedSeat) => void;
}

const number = "tabular text-end whitespace-nowrap";
const cell = "max-lg:p-0";

/** All transactions. On narrow screens, each is a card. */
export function EntriesTable({ entries, busy, onRefund }: EntriesTableProps) {
  const zone = useViewerZone();
  return (
    <div className="grid gap-2">
      <div className={`panel overflow-x-auto transition-opacity ${busy ? "opacity-60" : ""}`}>
        <table className="table max-lg:block" aria-busy={busy}>
          <thead className="max-lg:sr-only">
            <tr>
              <th scope="col">{t("column.date")}</th>
              <th scope="col">{t("column.type")}</th>
              <th scope="col">{t("column.for")}</th>
              <th scope="col" className="text-end">
                {t("column.amount")}
              </th>
              <th scope="col" className="text-end">
                {t("column.fee")}
              </th>
              <th scope="col" className="text-end">
                {t("column.net")}
              </th>
              <th scope="col">
                <span className="sr-only">{t("column.actions")}</span>
              </th>
            </tr>
          </thead>
          <tbody className="max-lg:block">
            {entries.map((entry) => (
              <EntryRow key={entry._id} entry={entry} zone={zone} onRefund={onRefund} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="muted text-xs">{t("note")}</p>
    </div>
  );
}

interface EntryRowProps {
  entry: EarningsEntry;
  zone: string;
  onRefund: (seat: RefundedSeat) => void;
}

function EntryRow({ entry, zone, onRefund }: EntryRowProps) {
  const { at, kind, status, receipt, course, student, amount, fee, net, refund } = entry;
  const canRefund = refund && refund.refundable > 0 && course && student;
  return (
    <tr className="max-lg:grid max-lg:grid-cols-[1fr_auto] max-lg:gap-x-4 max-lg:gap-y-1 max-lg:px-4 max-lg:py-3">
      <td className={`muted whitespace-nowrap max-lg:order-3 max-lg:text-xs ${cell}`}>
        {/* The page names the time zone once. */}
        <time dateTime={at}>
          {capitalize(t("moment", { date: formatShortDay(at, zone), time: formatTime(at, zone) }))}
        </time>
        {kind === "sale" && receipt && (
          <span className="block font-mono text-xs" title={t("receiptNumber")}>
            {receipt}
          </span>
        )}
      </td>
      <td className={`whitespace-nowrap max-lg:order-4 max-lg:text-end max-lg:text-xs ${cell}`}>
        <span className="font-medium">{labelEntryKind(kind)}</span>
        {status && (
          <span className="muted text-xs lg:block">
            <span className="lg:hidden">{t("separator")}</span>
            {labelEntryStatus(status)}
          </span>
        )}
      </td>
      <td className={`max-lg:order-1 ${cell}`}>
        <span className="block" dir="auto">
          {student?.name ?? (kind === "payout" ? t("toBank") : "—")}
        </span>
        {course && (
          <a
            className="link link-secondary block text-xs"
            href={localizePath(`/courses/${encodeURIComponent(course._id)}`)}
            dir="auto"
          >
            {course.title}
          </a>
        )}
      </td>
      <td className={`${number} max-lg:order-5 max-lg:text-start max-lg:text-xs ${cell}`}>
        <CellLabel>{t("column.amount")}</CellLabel> {formatExactPrice(amount)}
      </td>
      <td className={`muted ${number} max-lg:order-6 max-lg:text-xs ${cell}`}>
        <CellLabel>{t("column.fee")}</CellLabel> {fee === 0 ? "—" : formatExactPrice(-fee)}
      </td>
      <td className={`font-semibold ${number} max-lg:order-2 max-lg:text-base ${cell}`}>
        {formatExactPrice(net)}
      </td>
      <td
        className={`text-end ${canRefund ? `max-lg:order-7 max-lg:text-start ${cell}` : "max-lg:hidden"}`}
      >
        {canRefund && (
          <button
            type="button"
            className="btn btn-ghost btn-sm max-lg:-ms-3"
            aria-label={t("refundNamed", {
              student: isolatedInRtl(student.name),
              course: isolatedInRtl(course.title),
            })}
            onClick={() => onRefund({ ...refund, student: student.name, course: course.title })}
          >
            <Icon name="refund" className="size-4" />
            {t("refund")}
          </button>
        )}
      </td>
    </tr>
  );
}

/** Label of a number on screens without table headers. */
function CellLabel({ children }: { children: string }) {
  return (
    <span className="muted lg:hidden" aria-hidden="true">
      {children}
    </span>
  );
}
