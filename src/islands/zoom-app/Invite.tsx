import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import type { ZoomClient } from "#lib/zoom-app/client/zoom-client.ts";
import { getTexts } from "#translations/zoom-app.ts";

/** Lets the teacher invite everyone in the meeting to open the app. */
export function Invite({ client }: { client: ZoomClient }) {
  const t = getTexts("zoomApp");
  const [result, setResult] = useState<"invited" | "inviteFailed">();
  const [busy, setBusy] = useState(false);
  if (!client.isInMeeting() || !client.supports("sendAppInvitationToAllParticipants")) return null;
  const invite = async () => {
    setBusy(true);
    try {
      await client.inviteEveryone();
      setResult("invited");
    } catch {
      // The host's client asks for confirmation first, which the host may refuse.
      setResult("inviteFailed");
    }
    setBusy(false);
  };
  return (
    <div className="zoom-invite flex flex-wrap items-center gap-2 px-4 py-3">
      <Button look="quiet" busy={busy} onClick={() => void invite()}>
        {t("invite")}
      </Button>
      <p role="status" className="muted text-sm">
        {result && t(result)}
      </p>
    </div>
  );
}
