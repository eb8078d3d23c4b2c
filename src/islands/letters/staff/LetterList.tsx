import { useMutation } from "@tanstack/react-query";
import { useMemo } from "react";
import { NoValue } from "#islands/staff/shared/NoValue.tsx";
import { type StaffColumn, StaffTable } from "#islands/staff/shared/StaffTable.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { createLetter } from "#lib/letters/letters.calls.ts";
import type { LetterRow } from "#lib/letters/letters.responses.ts";
import { letterFilters, letterStatuses } from "#lib/letters/letters.rules.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/staff-letters.ts";
import { LetterBadge } from "./LetterBadge.tsx";

const t = getTexts("staffLetters");

const pathOf = (id: string) => `/staff/letters/${id}`;

const listColumns = (): StaffColumn<LetterRow>[] => [
  {
    id: "subject",
    label: t("column.subject"),
    isSortable: true,
    cell: ({ _id, subject }) => (
      <a
        className="link link-hover line-clamp-2 wrap-anywhere"
        dir="auto"
        href={localizePath(pathOf(_id))}
      >
        {subject || t("untitled")}
      </a>
    ),
  },
  { id: "kind", label: t("column.kind"), cell: ({ kind }) => t(`kind.${kind}`) },
  {
    id: "status",
    label: t("column.status"),
    isSortable: true,
    cell: ({ status }) => <LetterBadge status={status} />,
  },
  {
    id: "progress",
    label: t("column.progress"),
    isNumber: true,
    cell: ({ status, progress: { sent, total } }) =>
      status === "draft" ? <NoValue /> : t("sentOf", { sent, total }),
  },
  {
    id: "created",
    label: t("column.created"),
    isSecondary: true,
    isSortable: true,
    cell: ({ createdAt }) => <LocalTime instant={createdAt} />,
  },
];

/** Newsletters and policy notices. */
export default function LetterList() {
  const columns = useMemo(listColumns, []);
  const create = useMutation(
    { mutationFn: createLetter, onSuccess: ({ _id }) => goTo(pathOf(_id)) },
    queryClient,
  );
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button busy={create.isPending} onClick={() => create.mutate("newsletter")}>
          <Icon name="plus" />
          {t("newNewsletter")}
        </Button>
        <Button look="quiet" busy={create.isPending} onClick={() => create.mutate("policy")}>
          <Icon name="plus" />
          {t("newPolicy")}
        </Button>
        <a
          className="btn btn-outline border-base-300 sm:ms-auto"
          href={localizePath("/staff/letters/suppressions")}
        >
          {t("suppressions.title")}
        </a>
      </div>
      {create.isError && <Alert>{messageOf(create.error)}</Alert>}
      <StaffTable<LetterRow>
        section="/letters"
        caption={t("title")}
        columns={columns}
        rowId={({ _id }) => _id}
        searchHint={t("searchHint")}
        filters={[
          {
            name: letterFilters[0],
            label: t("column.status"),
            options: letterStatuses.map((status) => ({
              value: status,
              label: t(`status.${status}`),
            })),
          },
        ]}
        emptyTitle={t("none")}
        emptyText={t("noneText")}
      />
    </div>
  );
}
