import { useQuery } from "@tanstack/react-query";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { livePageOptions } from "#lib/live-pages/live-pages.queries.ts";
import { getTexts } from "#translations/live-pages.ts";
import { LiveClass } from "./LiveClass.tsx";
import type { LiveLayout } from "./live-context.ts";
import { NotInClass } from "./Outside.tsx";

export interface LivePageProps {
  classId: string;
  /** Where the page is shown: on the site, or in the narrow panel of a meeting. */
  layout: LiveLayout;
  /** Opens a page of the site. Required in a panel, because links would leave it. */
  onLeave?: (path: string) => void;
}

/** How often the class itself is refetched, in milliseconds: it may have been canceled or moved. */
const refetchMs = 5 * 60_000;

/**
 * The page on which a class reads together. It uses the API client's access token, so it also works
 * in the panel of a meeting.
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
