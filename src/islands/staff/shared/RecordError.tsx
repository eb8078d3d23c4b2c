import type { UseQueryResult } from "@tanstack/react-query";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/staff.ts";

interface RecordErrorProps {
  query: Pick<UseQueryResult, "error" | "refetch" | "isFetching">;
  /** The list of the console that has the records. */
  list: `/staff/${string}`;
}

/**
 * A record of the console that can't be shown. One that doesn't exist is named by the page's heading, and
 * trying again can't help.
 */
export function RecordError({ query, list }: RecordErrorProps) {
  const { error } = query;
  if (!(error instanceof ApiError && error.status === 404)) return <QueryError query={query} />;
  const t = getTexts("staff");
  return (
    <div className="panel grid justify-items-start gap-4 p-5">
      <p className="text-sm">{t("record.missing")}</p>
      <a className="btn btn-secondary" href={localizePath(list)}>
        {t("record.back")}
      </a>
    </div>
  );
}
