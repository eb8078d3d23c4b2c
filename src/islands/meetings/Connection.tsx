import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { DisconnectService, describeAccount } from "#islands/meetings/shared/DisconnectService.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { logInPath } from "#lib/accounts/page-guards.ts";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { generalMessages } from "#lib/general-messages.ts";
import { connectPath, createConnectTicket } from "#lib/meetings/connections.calls.ts";
import type { MeetingService } from "#lib/meetings/meeting-services.ts";
import { refreshTeacherMeetings } from "#lib/meetings/meetings.queries.ts";
import type { ServiceStatus } from "#lib/meetings/meetings.responses.ts";
import { formatShortDay } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts as getMeetingTexts } from "#translations/meetings.ts";
import { getTexts } from "#translations/meetings-page.ts";
import { useConnections } from "./use-own-meetings.ts";

const t = getTexts("meetingsPage");

const tMeetings = getMeetingTexts("meetings");

function onRefusal(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  alert(generalMessages.logInAgain);
  goTo(logInPath("/dashboard/meetings"));
}

function describeStatus(status: ServiceStatus | undefined, service: string, hasEnded: boolean) {
  if (status === undefined) return { badge: t("checking"), text: t("checkingText") };
  return status.connected
    ? {
        badge: t("connected"),
        text: describeAccount(status.account, service) ?? t("connectedText", { service }),
      }
    : {
        badge: t("notConnected"),
        text: t(hasEnded ? "disconnectedText" : "notConnectedText", { service }),
      };
}

/** Shows whether an account at the service is connected, and a button to connect. */
export function Connection({ service }: { service: MeetingService }) {
  const { id, name } = service;
  const status = useConnections()?.find((connection) => connection.service.id === id);
  const [hasEnded, setEnded] = useState(false);
  const standing = useRef<HTMLParagraphElement>(null);
  const connecting = useMutation(
    {
      mutationFn: () => createConnectTicket(service),
      onSuccess: (ticket) => goTo(connectPath(service, ticket)),
      onError: onRefusal,
    },
    queryClient,
  );
  const { badge, text } = describeStatus(status, name, hasEnded);
  const endedAt = status?.accessEndedAt;
  return (
    <section className="panel grid gap-4 p-5" aria-label={t("connection", { service: name })}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="flex min-w-0 items-center gap-4">
          <span
            className={`grid size-11 shrink-0 place-items-center rounded-box ${status?.connected ? "bg-success/15 text-success" : "sand"}`}
          >
            <Icon name="video" className="size-6" />
          </span>
          <div className="min-w-0">
            <h2 className="flex flex-wrap items-center gap-2 text-base">
              {name}
              <span
                className={`badge badge-sm ${status?.connected ? "badge-success" : "badge-outline"}`}
                aria-hidden="true"
              >
                {badge}
              </span>
            </h2>
            <p ref={standing} tabIndex={-1} role="status" className="muted text-sm">
              {text}
            </p>
          </div>
        </div>
        {status?.connected === false && (
          <Button
            busy={connecting.isPending || connecting.isSuccess}
            busyLabel={t("connecting")}
            onClick={() => connecting.mutate()}
          >
            {t(endedAt ? "reconnect" : "connect", { service: name })}
          </Button>
        )}
        {status?.connected && (
          <DisconnectService
            service={service}
            upcoming={status.upcomingMeetings ?? 0}
            // The focused button disappears, so move the focus to what this means.
            onDone={() => {
              setEnded(true);
              void refreshTeacherMeetings().then(() => standing.current?.focus());
            }}
          />
        )}
      </div>
      {endedAt && (
        <Alert kind="warning">
          {t("accessEnded", { service: name, date: formatShortDay(endedAt, viewerZone()) })}
        </Alert>
      )}
      {status?.problem && (
        <ErrorAlert
          message={status.problem}
          retry={() => void refreshTeacherMeetings()}
          retryLabel={tMeetings("tryAgain")}
        />
      )}
      {connecting.isError && <Alert>{messageOf(connecting.error)}</Alert>}
    </section>
  );
}
