import { useQuery } from "@tanstack/react-query";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { livePageOptions } from "#lib/live-pages/live-pages.queries.ts";
import { getTexts } from "#translations/live-pages.ts";
import { LiveClass } from "./LiveClass.tsx";
import type { LiveLayout } from "./live-context.ts";
import { NotInClass } from "./NotInClass.tsx";

export interface LivePageProps {
  classId: string;
  /** Where it is: a page of the site, or the narrow panel of a meeting. */
  layout: LiveLayout;
  /** Opens a page of the site. Required in a panel, whose links would leave it. */
  onLeave?: (path: string) => void;
}

/** How often the class itself is read again, in milliseconds: it may have been canceled or moved. */
const refetchMs = 5 * 60_000;

/**
 * What a class reads together. Its access is that of the API client, so it works in the panel of a
 * meeting as well.
 */
export default function LivePage({ classId, layout, onLeave }: LivePageProps) {
  const t = getTexts("livePages");
  const page = useQuery(
    { ...livePageOptions(classId), refetchInterval: refetchMs, refetchOnWindowFocus: "always" },
    queryClient,
  );
  if (page.data) {
    return (
      <LiveClass
        key={classId}
        classId={classId}
        initial={page.data}
        facts={page.data.class}
        layout={layout}
        onLeave={onLeave}
      />
    );
  }
  if (page.isPending) return <Loading label={t("loading")} />;
  if (page.error instanceof ApiError && page.error.status === 404) {
    return <NotInClass onLeave={onLeave} />;
  }
  return (
    <ErrorAlert
      message={messageOf(page.error)}
      retry={() => void page.refetch()}
      busy={page.isFetching}
    />
  );
}
