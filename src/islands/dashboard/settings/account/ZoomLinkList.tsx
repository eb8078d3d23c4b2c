import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { browserZone } from "#lib/time/viewer-zone.ts";
import { refreshZoomLinks, zoomLinksOptions } from "#lib/zoom-app/zoom-app.queries.ts";
import type { ZoomLink } from "#lib/zoom-app/zoom-app.responses.ts";
import { endZoomLink } from "#lib/zoom-app/zoom-links.calls.ts";
import { getTexts } from "#translations/zoom-app.ts";
import { SettingsCard } from "../SettingsCard.tsx";

interface ZoomLinkListProps {
  onDone: (message: string) => void;
}

/** The linked Zoom users. Unlinking closes the app in Zoom at once. */
export function ZoomLinkList({ onDone }: ZoomLinkListProps) {
  const t = getTexts("zoomApp");
  const links = useQuery(zoomLinksOptions(), queryClient);
  return (
    <SettingsCard title={t("settingsTitle")} hint={t("settingsHint")}>
      <ul className="divide-y divide-base-300">
        {links.data?.map((link) => (
          <ZoomLinkRow key={link._id} link={link} onDone={onDone} />
        ))}
      </ul>
    </SettingsCard>
  );
}

function ZoomLinkRow({ link, onDone }: ZoomLinkListProps & { link: ZoomLink }) {
  const t = getTexts("zoomApp");
  const ending = useMutation(
    {
      mutationFn: () => endZoomLink(link._id),
      onSuccess: () => onDone(t("unlinked")),
      onSettled: refreshZoomLinks,
    },
    queryClient,
  );
  const zone = browserZone();
  const label = t("linkedSince", {
    linked: formatInstant(link.linkedAt, zone),
    used: formatInstant(link.lastUsedAt, zone),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <p className="text-sm">{label}</p>
      {ending.isError && <Alert>{messageOf(ending.error)}</Alert>}
      <Button
        look="plain"
        className="btn-sm"
        busy={ending.isPending}
        aria-label={`${t("unlink")}: ${label}`}
        onClick={() => ending.mutate()}
      >
        {t("unlink")}
      </Button>
    </li>
  );
}
