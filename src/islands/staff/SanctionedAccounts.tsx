import { Badge } from "#islands/staff/shared/Badge.tsx";
import { localizePath } from "#lib/site/locale.ts";
import type { SanctionedAccounts as Sanctioned } from "#lib/staff/staff.responses.ts";
import { nameCountry } from "#lib/text/display-names.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/staff.ts";

const t = getTexts("staff");

interface SanctionedAccountsProps {
  sanctioned: Sanctioned;
  mayOpenPeople: boolean;
}

/** The payment accounts in countries in which nobody may be paid anymore. Nearly always, there are none. */
export function SanctionedAccounts({ sanctioned, mayOpenPeople }: SanctionedAccountsProps) {
  const { total, accounts } = sanctioned;
  if (total === 0) return null;
  return (
    <section className="panel grid gap-3 border-error p-5">
      <div className="grid gap-1">
        <h2 className="font-semibold">{t("today.sanctioned")}</h2>
        <p className="muted text-sm">{t("today.sanctionedText")}</p>
      </div>
      <ul className="grid gap-3 text-sm sm:grid-cols-2">
        {accounts.map((account) => (
          <li key={account._id} className="grid content-start justify-items-start gap-0.5">
            {mayOpenPeople ? (
              <a
                className="link font-medium"
                href={localizePath(`/staff/people/${account.teacherId}`)}
              >
                <bdi>{account.teacher}</bdi>
              </a>
            ) : (
              <bdi className="font-medium">{account.teacher}</bdi>
            )}
            <span className="muted break-all">
              <bdi suppressHydrationWarning>{nameCountry(account.country)}</bdi>
              {" · "}
              {account.providerAccountId ? (
                <bdi>{t("today.accountAtStripe", { id: account.providerAccountId })}</bdi>
              ) : (
                t("today.paidByPlatform")
              )}
            </span>
            {account.suspendedUntil && (
              <Badge kind="warning">
                <span suppressHydrationWarning>
                  {t("today.suspendedUntil", {
                    date: formatDate(account.suspendedUntil, viewerZone()),
                  })}
                </span>
              </Badge>
            )}
          </li>
        ))}
      </ul>
      {total > accounts.length && (
        <p className="muted text-sm">
          {t("today.moreSanctioned", { count: total - accounts.length })}
        </p>
      )}
    </section>
  );
}
