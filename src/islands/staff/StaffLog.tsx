import { useMemo } from "react";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { nameAction } from "#lib/staff/action-names.ts";
import type { StaffLogEntry } from "#lib/staff/staff.responses.ts";
import { logFilters, staffActionKinds } from "#lib/staff/staff-actions.ts";
import { nameSubject } from "#lib/staff/subject-names.ts";
import { getTexts } from "#translations/staff.ts";
import { listFacts } from "./log/entry-facts.tsx";
import { Facts } from "./log/Facts.tsx";
import { NoValue } from "./shared/NoValue.tsx";
import { type StaffColumn, StaffTable } from "./shared/StaffTable.tsx";
import { SubjectLink } from "./shared/SubjectLink.tsx";

const t = getTexts("staff");

const listColumns = (): StaffColumn<StaffLogEntry>[] => [
  {
    id: "kind",
    label: t("log.action"),
    isSortable: true,
    cell: (entry) => (
      <>
        {nameAction(entry)}
        {/* Tablets have no room for the column. */}
        <span className="muted hidden text-xs font-normal md:max-lg:block">
          <Author entry={entry} />
        </span>
      </>
    ),
  },
  {
    id: "by",
    label: t("log.by"),
    isSecondary: true,
    cell: (entry) => <Author entry={entry} />,
  },
  {
    id: "subject",
    label: t("log.subject"),
    cell: (entry) => <SubjectLink entry={{ ...entry, subjectName: nameSubject(entry) }} />,
  },
  {
    id: "reason",
    label: t("log.reason"),
    cell: (entry) => <Reason entry={entry} />,
  },
  { id: "at", label: t("log.at"), isSortable: true, cell: ({ at }) => <LocalTime instant={at} /> },
];

/** The audit log. */
export default function StaffLog() {
  const columns = useMemo(listColumns, []);
  return (
    <StaffTable<StaffLogEntry>
      section="/log"
      caption={t("log.title")}
      columns={columns}
      rowId={({ _id }) => _id}
      searchHint={t("log.searchHint")}
      filters={[
        {
          name: logFilters[0],
          label: t("log.action"),
          options: staffActionKinds.map((kind) => ({ value: kind, label: t(`action.${kind}`) })),
        },
      ]}
    />
  );
}

const Author = ({ entry: { by, isCommand } }: { entry: StaffLogEntry }) => (
  <>
    <bdi>{by}</bdi>
    {isCommand && <span className="muted"> ({t("log.command")})</span>}
  </>
);

function Reason({ entry }: { entry: StaffLogEntry }) {
  const { reason } = entry;
  const facts = listFacts(entry);
  if (reason === "" && facts.length === 0) return <NoValue />;
  return (
    <div className="grid gap-0.5">
      {reason !== "" && <bdi>{reason}</bdi>}
      {facts.length > 0 && (
        <div className="muted text-xs">
          <Facts facts={facts} />
        </div>
      )}
    </div>
  );
}
