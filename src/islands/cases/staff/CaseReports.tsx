import { Badge } from "#islands/staff/shared/Badge.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import type { CaseReport } from "#lib/cases/cases.responses.ts";
import { getTexts } from "#translations/staff-cases.ts";

const t = getTexts("staffCases");

/** Who reported the subject, and why. */
export function CaseReports({ reports }: { reports: readonly CaseReport[] }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{t("reports.title")}</h2>
      <ul className="grid gap-3">
        {reports.map((report) => (
          <li
            key={report._id}
            className={`panel grid gap-2 p-5 ${report.isWithdrawn ? "opacity-60" : ""}`}
          >
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              {report.name && <bdi className="font-medium">{report.name}</bdi>}
              <span className="muted">{t(`reports.by.${report.reporter}`)}</span>
              {report.category && (
                <Badge kind={report.category === "child-safety" ? "urgent" : "neutral"}>
                  {t(`category.${report.category}`)}
                </Badge>
              )}
              {report.isWithdrawn && <Badge>{t("reports.withdrawn")}</Badge>}
            </p>
            <p
              className="max-w-prose justify-self-start wrap-anywhere whitespace-pre-line"
              dir="auto"
            >
              {report.details || <span className="muted">{t("reports.empty")}</span>}
            </p>
            <p className="muted flex flex-wrap gap-x-3 text-xs">
              {report.email && <span dir="ltr">{report.email}</span>}
              <LocalTime instant={report.at} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
