import { useEffect, useRef, useState } from "react";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { completeConnection } from "#lib/meetings/connections.calls.ts";
import type { MeetingService } from "#lib/meetings/meeting-services.ts";
import { meetingMessages } from "#lib/meetings/meetings.rules.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/meetings-page.ts";

const t = getTexts("meetingsPage");

const leaveAfter = 2_000;
type State = { name: "loading" } | { name: "success" } | { name: "error"; message: string };

async function complete(service: MeetingService): Promise<State> {
  const query = new URLSearchParams(location.search);
  const code = query.get("code");
  if (!code) {
    const isDenied = query.get("error") === "access_denied";
    const message = isDenied ? t("denied", { service: service.name }) : meetingMessages.noCode;
    return { name: "error", message };
  }
  try {
    await completeConnection(service, code, query.get("state") ?? "");
    return { name: "success" };
  } catch (error) {
    return { name: "error", message: messageOf(error) };
  }
}

/** The OAuth callback of the meeting service: submits the code and shows the result. */
export default function ConnectCallback({ service }: { service: MeetingService }) {
  const [state, setState] = useState<State>({ name: "loading" });
  const started = useRef(false);
  useEffect(() => {
    // A code works only once, so a second run of the effect must not submit it again.
    if (started.current) return;
    started.current = true;
    void complete(service).then(setState);
  }, [service]);
  useEffect(() => {
    if (state.name !== "success") return;
    const timer = setTimeout(() => goTo("/dashboard/meetings"), leaveAfter);
    return () => clearTimeout(timer);
  }, [state]);

  if (state.name === "loading") {
    return <Loading label={t("connectingAccount", { service: service.name })} />;
  }
  if (state.name === "success") {
    return (
      <div role="status">
        <EmptyState title={t("connectedNow", { service: service.name })}>
          <p>{t("redirecting")}</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <div role="alert">
      <EmptyState
        title={t("connectionFailed")}
        action={
          <a className="btn btn-secondary" href={localizePath("/dashboard/meetings")}>
            {t("toMeetings")}
          </a>
        }
      >
        <p>{state.message}</p>
      </EmptyState>
    </div>
  );
}
