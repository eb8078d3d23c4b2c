import { useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { getTexts } from "#translations/audio.ts";
import { withTexts } from "#translations/load.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorAlert } from "../../ui/feedback/ErrorAlert.tsx";
import type { WrapWords } from "../page-verses.ts";
import type { ListenRequest } from "./open-player.tsx";

/**
 * Plays a verse once or repeatedly, or continues with the verses after it. Renders nothing if the
 * site has no audio.
 */
export function ListenSection({ verse, wrapWords }: { verse: string; wrapWords: WrapWords }) {
  const t = getTexts("audio");
  const [failure, setFailure] = useState<{ message: string; retry: () => void }>();
  const [busy, setBusy] = useState(false);
  // The server renders the button only if there is something to listen to.
  if (!document.querySelector("[data-reader-act=play]")) return null;
  const play = async (extent: ListenRequest["extent"]) => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { listen } = await withTexts(import("./open-player.tsx"));
      await listen({ verse, extent }, wrapWords);
    } catch (error) {
      setFailure({ message: messageOf(error), retry: () => void play(extent) });
    }
    setBusy(false);
  };
  const buttons = [
    { extent: "verse", label: t("playVerse") },
    { extent: "onward", label: t("playFromVerse") },
    { extent: "loop", label: t("repeatVerse") },
  ] as const;
  return (
    <section aria-label={t("listen")} className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {buttons.map(({ extent, label }) => (
          <Button
            key={extent}
            look="quiet"
            className="btn-sm"
            busy={busy}
            onClick={() => play(extent)}
          >
            {label}
          </Button>
        ))}
      </div>
      {failure && <ErrorAlert message={failure.message} retry={failure.retry} />}
    </section>
  );
}
