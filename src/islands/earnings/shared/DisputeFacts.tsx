import { useViewerZone } from "#islands/ui/time/use-viewer-zone.ts";
import type { DisputeEvidence } from "#lib/payments/dispute-evidence.responses.ts";
import { formatInstant, formatTime } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/disputes.ts";

const t = getTexts("disputes");

/** What our records contain about the payment. It is sent with the statement. */
export function DisputeFacts({ facts }: { facts: DisputeEvidence["facts"] }) {
  const zone = useViewerZone() ?? "UTC";
  const { receipt, paidAt, enrolledAt, classes, lessons, messages } = facts;
  const attended = classes.filter((each) => each.attended).length;
  const rows = [
    { name: t("fact.receipt"), value: receipt },
    { name: t("fact.paid"), value: paidAt && formatInstant(paidAt, zone) },
    { name: t("fact.enrolled"), value: enrolledAt && formatInstant(enrolledAt, zone) },
    {
      name: t("fact.attendance"),
      value: classes.length > 0 && t("attended", { attended, held: classes.length }),
    },
    { name: t("fact.lessons"), value: t("count", { count: lessons }) },
    { name: t("fact.messages"), value: t("count", { count: messages }) },
  ];
  return (
    <section className="panel grid gap-4 p-5 md:p-6">
      <div>
        <h2 className="text-xl">{t("facts")}</h2>
        <p className="muted max-w-prose text-sm">{t("factsText")}</p>
      </div>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[auto_1fr] sm:gap-y-2">
        {rows.map(
          ({ name, value }) =>
            value && (
              <div key={name} className="grid sm:contents">
                <dt className="muted">{name}</dt>
                <dd className="tabular">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {classes.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm font-medium">{t("classes")}</summary>
          <ul className="mt-3 grid gap-1 text-sm">
            {classes.map(({ _id, startsAt, attended: came, joinedAt }) => (
              <li key={_id} className="tabular flex flex-wrap justify-between gap-x-6">
                <time dateTime={startsAt}>{formatInstant(startsAt, zone)}</time>
                <span className={came ? "text-success" : "muted"}>
                  {joinedAt
                    ? t("joined", { time: formatTime(joinedAt, zone) })
                    : t(came ? "present" : "absent")}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
