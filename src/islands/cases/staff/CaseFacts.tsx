import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { assignCase } from "#lib/cases/cases.calls.ts";
import type { CaseDetail } from "#lib/cases/cases.responses.ts";
import { isPending } from "#lib/cases/cases.rules.ts";
import { getTexts } from "#translations/staff-cases.ts";
import { CaseBadges } from "../shared/CaseBadges.tsx";
import { PersonLink } from "./PersonLink.tsx";
import { useCaseChange } from "./use-case-change.ts";

const t = getTexts("staffCases");

/** The state of a case, and who works on it. */
export function CaseFacts({ detail, userId }: { detail: CaseDetail; userId: string }) {
  const { about, assignee, openedAt } = detail;
  const change = useCaseChange((assign: boolean) =>
    assignCase(detail._id, { assign, seenAssignee: assignee?.userId ?? null }),
  );
  const isMine = assignee?.userId === userId;
  const facts = [
    { label: t("column.openedAt"), value: <LocalTime instant={openedAt} /> },
    { label: t("column.about"), value: about ? <PersonLink person={about} /> : "–" },
    {
      label: t("column.assignee"),
      value: assignee ? <bdi>{assignee.name}</bdi> : <span className="muted">{t("nobody")}</span>,
    },
    { label: t("number"), value: <span className="text-xs break-all">{detail._id}</span> },
  ];
  return (
    <section className="panel grid gap-4 p-5">
      <CaseBadges row={detail} />
      <dl className="grid gap-3 text-sm sm:max-xl:grid-cols-2">
        {facts.map(({ label, value }) => (
          <div key={label} className="grid gap-0.5">
            <dt className="muted text-xs">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isPending(detail.status) && (
        <Button
          look={isMine ? "quiet" : "main"}
          className="justify-self-start"
          busy={change.isPending}
          onClick={() => change.mutate(!isMine)}
        >
          {t(isMine ? "release" : "assignToMe")}
        </Button>
      )}
      {change.isError && <Alert>{change.error.message}</Alert>}
    </section>
  );
}
