import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { deleteIntroduction } from "#lib/introductions/introductions.calls.ts";
import { showOwnIntroduction } from "#lib/introductions/introductions.queries.ts";
import type {
  IntroductionView,
  OwnIntroduction,
} from "#lib/introductions/introductions.responses.ts";
import { videoServiceNames } from "#lib/introductions/video-links.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/introductions.ts";

const t = getTexts("introductions");

interface CurrentProps extends OwnIntroduction {
  teacherId: string;
  /** What the latest change did. */
  done: "saved" | "deleted" | undefined;
  onDeleted: () => void;
}

/** What the teacher's page shows at the moment. */
export function CurrentIntroduction({
  introduction,
  isHidden,
  teacherId,
  done,
  onDeleted,
}: CurrentProps) {
  const section = useRef<HTMLElement>(null);
  const deletion = useMutation(
    {
      mutationFn: deleteIntroduction,
      onSuccess(changed) {
        // The pressed button disappears.
        section.current?.focus();
        showOwnIntroduction(changed);
        onDeleted();
      },
    },
    queryClient,
  );
  return (
    <section ref={section} tabIndex={-1} className="panel grid gap-4 p-5 outline-none sm:p-6">
      <h2 className="text-xl">{t("current.title")}</h2>
      <div role="status" className="empty:hidden">
        {done && <Alert kind="success">{t(`current.${done}`)}</Alert>}
      </div>
      {isHidden && <Alert kind="warning">{t("current.hidden")}</Alert>}
      {introduction ? (
        <Shown introduction={introduction} />
      ) : (
        <p className="muted text-sm">{t("current.none")}</p>
      )}
      {deletion.isError && <Alert>{messageOf(deletion.error)}</Alert>}
      <div className="flex flex-wrap items-center gap-3">
        <a className="link link-secondary text-sm" href={localizePath(`/teachers/${teacherId}`)}>
          {t("current.page")}
        </a>
        {introduction && (
          <Button
            look="plain"
            className="btn-sm text-error"
            busy={deletion.isPending}
            busyLabel={t("current.deleting")}
            onClick={() => deletion.mutate()}
          >
            {t("current.delete")}
          </Button>
        )}
      </div>
    </section>
  );
}

function Shown({ introduction }: { introduction: IntroductionView }) {
  if (introduction.kind === "video") {
    const { service, url } = introduction;
    return (
      <p className="flex flex-wrap gap-x-3 text-sm">
        {t("current.video", { service: videoServiceNames[service] })}
        <a className="link" href={url} target="_blank" rel="noopener noreferrer">
          {t("current.open")}
        </a>
      </p>
    );
  }
  const { url, seconds } = introduction;
  return (
    <figure className="grid gap-2">
      <figcaption className="text-sm">{t("current.recording", { seconds })}</figcaption>
      {/* biome-ignore lint/a11y/useMediaCaption: Recitations have no transcript. */}
      <audio className="w-full" controls preload="none" src={url} />
    </figure>
  );
}
