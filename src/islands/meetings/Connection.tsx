import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { DisconnectZoom } from "#islands/meetings/shared/DisconnectZoom.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { logInPath } from "#lib/accounts/page-guards.ts";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { connectPath, createConnectTicket } from "#lib/meetings/meetings.calls.ts";
import { refreshTeacherMeetings } from "#lib/meetings/meetings.queries.ts";
import type { ZoomStatus } from "#lib/meetings/meetings.responses.ts";
import { formatShortDay } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { useZoomStatus } from "./use-own-meetings.ts";

function onRefusal(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  alert("Authentication required. Please log in again.");
  goTo(logInPath("/dashboard/meetings"));
}

function describeStatus(status: ZoomStatus | undefined) {
  if (status === undefined) return { badge: "Checking", text: "Checking connection..." };
  if (status.connected) {
    return {
      badge: "Connected",
      text: "Connected. Meetings you create open in your own Zoom account.",
    };
  }
  return {
    badge: "Not connected",
    text: "Not connected. Connect your Zoom account to create meetings for your courses.",
  };
}

/** Shows the connection status and a button to connect. */
export function Connection() {
  const status = useZoomStatus();
  const heading = useRef<HTMLHeadingElement>(null);
  const connecting = useMutation(
    {
      mutationFn: createConnectTicket,
      onSuccess: (ticket) => goTo(connectPath(ticket)),
      onError: onRefusal,
    },
    queryClient,
  );
  const { badge, text } = describeStatus(status);
  const endedAt = status?.accessEndedAt;
  return (
    <section className="panel grid gap-4 p-5" aria-label="Zoom connection">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex min-w-0 items-center gap-4">
          <span
            className={`grid size-11 shrink-0 place-items-center rounded-box ${status?.connected ? "bg-success/15 text-success" : "sand"}`}
          >
            <Icon name="video" className="size-6" />
          </span>
          <div className="min-w-0">
            <h2 ref={heading} tabIndex={-1} className="flex flex-wrap items-center gap-2 text-base">
              Zoom
              <span
                className={`badge badge-sm ${status?.connected ? "badge-success" : "badge-outline"}`}
                aria-hidden="true"
              >
                {badge}
              </span>
            </h2>
            <p role="status" className="muted text-sm">
              {text}
            </p>
          </div>
        </div>
        {status?.connected === false && (
          <Button
            busy={connecting.isPending || connecting.isSuccess}
            busyLabel="Connecting..."
            onClick={() => connecting.mutate()}
          >
            {endedAt ? "Reconnect Zoom" : "Connect Zoom"}
          </Button>
        )}
        {status?.connected && (
          <DisconnectZoom
            upcoming={status.upcomingMeetings ?? 0}
            // The focused button disappears, so move the focus to the heading.
            onDone={() => void refreshTeacherMeetings().then(() => heading.current?.focus())}
          />
        )}
      </div>
      {endedAt && (
        <Alert kind="warning">
          Zoom was disconnected on {formatShortDay(endedAt, viewerZone())}. Students can still join
          your meetings. To start, create, change or cancel meetings here, reconnect Zoom.
        </Alert>
      )}
      {status?.problem && (
        <ErrorAlert
          message={status.problem}
          retry={() => void refreshTeacherMeetings()}
          retryLabel="Try again"
        />
      )}
      {connecting.isError && (
        <Alert>{messageOf(connecting.error, "Failed to connect to Zoom")}</Alert>
      )}
    </section>
  );
}
