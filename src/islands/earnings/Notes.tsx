import { Alert } from "#islands/ui/Alert.tsx";
import { ErrorAlert } from "#islands/ui/ErrorAlert.tsx";
import { type Earnings, maxReportEntries } from "#lib/earnings/earnings.ts";

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
        message="The payment provider can't be reached just now. Below is what we know ourselves: payments and refunds. Payouts and your balance are missing."
        retry={retry}
        busy={busy}
      />
    );
  }
  if (source === "own") {
    return (
      <Alert kind="info">
        You have no payment account at the moment, so payouts and a balance can't be shown. Below is
        what we know ourselves.{" "}
        <a className="link" href="/add-course">
          Set up your payment account
        </a>
      </Alert>
    );
  }
  if (isCut) {
    return (
      <Alert kind="warning">
        Only the newest {maxReportEntries.toLocaleString("en-US")} movements are counted here.
        Please choose a shorter period, or export all of them.
      </Alert>
    );
  }
  if (check && (check.missing > 0 || check.unknown > 0)) {
    return (
      <Alert kind="warning">
        {describeDifference(check)} The payment provider's figures are shown; our team has been told
        of the difference.
      </Alert>
    );
  }
  return null;
}

function describeDifference({ missing, unknown }: NonNullable<Earnings["check"]>): string {
  const parts = [
    ...(missing > 0 ? [`${count(missing)} of our books not in the provider's report`] : []),
    ...(unknown > 0 ? [`${count(unknown)} of the report not in our books`] : []),
  ];
  return `We found ${parts.join(" and ")}.`;
}

function count(payments: number): string {
  return payments === 1 ? "1 payment" : `${payments} payments`;
}
