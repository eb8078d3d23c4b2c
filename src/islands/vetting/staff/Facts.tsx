import type { ReactNode } from "react";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { nameStoredCountry } from "#lib/people/people.labels.ts";
import { localizePath } from "#lib/site/locale.ts";
import { listTexts } from "#lib/text/bidi.ts";
import { nameCountry } from "#lib/text/display-names.ts";
import { formatCalendarDate } from "#lib/time/format-time.ts";
import type { VettingDetail } from "#lib/vetting/vetting.responses.ts";
import { getTexts } from "#translations/staff-vetting.ts";
import { VettingBadges } from "./VettingBadges.tsx";

const t = getTexts("staffVetting");

/** Who the teacher is, and the status of the review. */
export function Facts({ detail }: { detail: VettingDetail }) {
  const { submittedAt, verifiedUntil, scope } = detail;
  const facts: { name: string; value: ReactNode }[] = [
    { name: t("fact.email"), value: <bdi className="wrap-anywhere">{detail.email}</bdi> },
    { name: t("fact.country"), value: nameStoredCountry(detail.country) },
    { name: t("fact.payment"), value: describeAccount(detail.paymentAccount) },
    { name: t("fact.courses"), value: detail.publishedCourses },
    ...(submittedAt
      ? [{ name: t("fact.submitted"), value: <LocalTime instant={submittedAt} /> }]
      : []),
    ...(verifiedUntil
      ? [
          { name: t("fact.until"), value: formatCalendarDate(verifiedUntil) },
          { name: t("fact.scope"), value: listTexts(scope.map((each) => t(`scope.${each}`))) },
        ]
      : []),
  ];
  return (
    <section className="panel grid gap-4 p-5">
      <VettingBadges row={detail} />
      <dl className="grid gap-4 text-sm sm:grid-cols-2">
        {facts.map(({ name, value }) => (
          <div key={name} className="grid min-w-0 content-start gap-0.5">
            <dt className="muted text-xs">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <a className="link" href={localizePath(`/teachers/${detail._id}`)}>
          {t("links.profile")}
        </a>
        <a className="link" href={localizePath(`/staff/people/${detail.userId}`)}>
          {t("links.person")}
        </a>
      </p>
    </section>
  );
}

/** Stripe checks a person's identity before it pays out. */
function describeAccount(account: VettingDetail["paymentAccount"]): string {
  if (!account) return t("payment.none");
  const country = account.country ? nameCountry(account.country) : "–";
  if (account.chargesEnabled) return t("payment.ready", { country });
  return t(account.detailsSubmitted ? "payment.pending" : "payment.incomplete", { country });
}
