import { useMutation } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { createClassMeeting } from "#lib/classes/classes.calls.ts";
import type { ClassView } from "#lib/classes/classes.responses.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { localizePath } from "#lib/site/locale.ts";
import { localizeUrl } from "#lib/site/localize-url.ts";
import { getTexts } from "#translations/classes.ts";

const t = getTexts("classes");

/** A button to start the class, or to create its meeting if none exists yet. */
export function RoomLink({ shown, onChange }: { shown: ClassView; onChange: () => void }) {
  const opening = useMutation(
    { mutationFn: () => createClassMeeting(shown._id), onSuccess: onChange },
    queryClient,
  );
  if (shown.meeting?.startUrl) {
    return (
      <a
        className="btn btn-sm btn-secondary"
        href={localizeUrl(shown.meeting.startUrl)}
        target="_blank"
        aria-label={t("actionOnClass", { action: t("start"), number: shown.number })}
        rel="noopener"
      >
        {t("start")}
      </a>
    );
  }
  return (
    <>
      {opening.isError && (
        <span role="alert" className="text-sm text-error">
          {messageOf(opening.error)}{" "}
          <a className="link" href={localizePath("/dashboard/meetings")}>
            {t("meetings")}
          </a>
        </span>
      )}
      <Button
        look="quiet"
        className="btn-sm"
        aria-label={t("actionOnClass", { action: t("createMeeting"), number: shown.number })}
        busy={opening.isPending}
        busyLabel={t("creating")}
        onClick={() => opening.mutate()}
      >
        {t("createMeeting")}
      </Button>
    </>
  );
}
