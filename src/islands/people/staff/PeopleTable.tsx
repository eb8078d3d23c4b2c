import { useMemo } from "react";
import { Badge } from "#islands/staff/shared/Badge.tsx";
import { type StaffColumn, StaffTable } from "#islands/staff/shared/StaffTable.tsx";
import type { StaffPersonRow } from "#lib/people/staff-people.responses.ts";
import { personRoles, personStates } from "#lib/people/staff-people.ts";
import { localizePath } from "#lib/site/locale.ts";
import { formatDate } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/staff-people.ts";
import { PersonState } from "./PersonState.tsx";

const t = getTexts("staffPeople");

const listColumns = (): StaffColumn<StaffPersonRow>[] => [
  {
    id: "name",
    label: t("column.name"),
    isSortable: true,
    cell: ({ _id, name }) => (
      <a className="link link-hover font-medium" href={localizePath(`/staff/people/${_id}`)}>
        <bdi>{name}</bdi>
      </a>
    ),
  },
  {
    id: "email",
    label: t("column.email"),
    isSortable: true,
    cell: ({ email }) => <span className="inline-block break-all md:min-w-48">{email}</span>,
  },
  {
    id: "role",
    label: t("column.role"),
    cell: ({ role, staffRole }) => (
      <span className="flex flex-wrap gap-1">
        <Badge>{t(`role.${role ?? "none"}`)}</Badge>
        {staffRole && <Badge kind="good">{t("staff")}</Badge>}
      </span>
    ),
  },
  { id: "state", label: t("column.state"), cell: (person) => <PersonState person={person} /> },
  {
    id: "joined",
    label: t("column.joined"),
    isSecondary: true,
    isSortable: true,
    cell: ({ joinedAt }) => (
      <time dateTime={joinedAt} suppressHydrationWarning>
        {formatDate(joinedAt, viewerZone())}
      </time>
    ),
  },
];

/** Everyone with an account. */
export default function PeopleTable() {
  const columns = useMemo(listColumns, []);
  return (
    <StaffTable<StaffPersonRow>
      section="/people"
      caption={t("title")}
      columns={columns}
      rowId={({ _id }) => _id}
      searchHint={t("searchHint")}
      filters={[
        {
          name: "role",
          label: t("column.role"),
          options: personRoles.map((role) => ({ value: role, label: t(`role.${role}`) })),
        },
        {
          name: "state",
          label: t("column.state"),
          options: personStates.map((state) => ({ value: state, label: t(`state.${state}`) })),
        },
      ]}
    />
  );
}
