import { useQuery } from "@tanstack/react-query";
import { deferPart } from "#islands/ui/deferred.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { zoomLinksOptions } from "#lib/zoom-app/zoom-app.queries.ts";
import { withTexts } from "#translations/load.ts";

/** Few people use the app in Zoom. */
const ZoomLinkList = deferPart<{ onDone: (message: string) => void }>(
  async () => (await withTexts(import("./ZoomLinkList.tsx"))).ZoomLinkList,
  { Waiting: () => null, isRare: true },
);

/** The Zoom users that are linked to the account, if there are any. */
export function ZoomLinks({ onDone }: { onDone: (message: string) => void }) {
  const links = useQuery(zoomLinksOptions(), queryClient);
  return links.data?.length ? <ZoomLinkList onDone={onDone} /> : null;
}
