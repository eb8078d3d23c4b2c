import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import type { Earnings } from "#lib/earnings/earnings.responses.ts";
import { maxReportEntries } from "#lib/earnings/earnings.ts";
import { formatCount } from "#lib/text/format-count.ts";

interface NotesProps {
  earnings: Earnings;
  retry: () => void;
  busy: boolean;
}

/** Notes on the source of the figures and on missing data. */
export function Notes({ earnings, retry, busy }: NotesProps) {
  const { isAway, source, isCut, check } = earnings;
  if (isAway) {
    return (
      <ErrorAlert
        message="We can't reach the payment provider right now. The payments and refunds below come from our own records. Payouts and your balance aren't included."
        retry={retry}
        busy={busy}
      />
    );
  }
  if (source === "own") {
    return (
      <Alert kind="info">
        You don't have a payment account, so we can't show payouts or a balance. The figures below
        come from our own records.{" "}
        <a className="link" href="/add-course">
          Set up your payment account
        </a>
      </Alert>
    );
  }
  if (isCut) {
    return (
      <Alert kind="warning">
        Only the newest {formatCount(maxReportEntries)} transactions are counted here. Choose a
        shorter period, or export all of them.
      </Alert>
    );
  }
  if (check && (check.missing > 0 || check.unknown > 0)) {
    return (
      <Alert kind="warning">
        {describeDifference(check)} The figures shown are from the payment provider. Our team has
        been notified of the difference.
      </Alert>
    );
  }
  return null;
}

function describeDifference({ missing, unknown }: NonNullable<Earnings["check"]>): string {
  const parts = [
    ...(missing > 0 ? [`${count(missing)} in our records but not in the provider's report`] : []),
    ...(unknown > 0 ? [`${count(unknown)} in the report but not in our records`] : []),
  ];
  return `We found ${parts.join(" and ")}.`;
}

function count(payments: number): string {
  return payments === 1 ? "1 payment" : `${payments} payments`;
}
