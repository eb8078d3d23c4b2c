import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import type { Earnings } from "#lib/earnings/earnings.responses.ts";
import { maxReportEntries } from "#lib/earnings/earnings.ts";
import { localizePath } from "#lib/site/locale.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { getTexts } from "#translations/earnings.ts";

const t = getTexts("earnings");

interface NotesProps {
  earnings: Earnings;
  retry: () => void;
  busy: boolean;
}

/** Notes on the source of the figures and on missing data. */
export function Notes({ earnings, retry, busy }: NotesProps) {
  const { isAway, source, isCut, check } = earnings;
  if (isAway) {
    return <ErrorAlert message={t("away")} retry={retry} busy={busy} />;
  }
  // Stripe can't pay these teachers, so there is no account to set up.
  if (source === "own" && earnings.owed) return null;
  if (source === "own") {
    return (
      <Alert kind="info">
        {t("noAccount")}{" "}
        <a className="link" href={localizePath("/add-course")}>
          {t("setUp")}
        </a>
      </Alert>
    );
  }
  if (isCut) {
    return <Alert kind="warning">{t("cut", { count: formatCount(maxReportEntries) })}</Alert>;
  }
  if (check && (check.missing > 0 || check.unknown > 0)) {
    return (
      <Alert kind="warning">
        {describeDifference(check)} {t("difference.source")}
      </Alert>
    );
  }
  return null;
}

function describeDifference({ missing, unknown }: NonNullable<Earnings["check"]>): string {
  if (unknown === 0) return t("difference.missing", { missing });
  if (missing === 0) return t("difference.unknown", { unknown });
  return t("difference.both", { missing, unknown });
}
