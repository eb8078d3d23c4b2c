import { useMutation, useQuery } from "@tanstack/react-query";
import { confirmLogOut } from "#islands/study/shared/confirm-log-out.ts";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { endAllSessions, endSession } from "#lib/account-settings/account-settings.calls.ts";
import {
  refreshSessions,
  sessionsOptions,
} from "#lib/account-settings/account-settings.queries.ts";
import type { OwnSession } from "#lib/account-settings/account-settings.responses.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { logOut } from "#lib/client/session/log-out.ts";
import { getTexts } from "#translations/account-settings.ts";

const t = getTexts("accountSettings");

/** The person's sessions, with buttons to end one or all of them. */
export function OwnSessions() {
  const sessions = useQuery(sessionsOptions(), queryClient);
  const everywhere = useMutation(
    {
      mutationFn: async () => {
        if (!(await confirmLogOut())) return false;
        await endAllSessions();
        await logOut();
        return true;
      },
    },
    queryClient,
  );
  return (
    <section className="panel grid gap-4 p-5" aria-labelledby="own-sessions">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="own-sessions" className="text-base">
          {t("sessions.title")}
        </h2>
        <Button
          look="quiet"
          className="btn-sm"
          busy={everywhere.isPending || everywhere.data === true}
          busyLabel={t("sessions.endAllBusy")}
          onClick={() => everywhere.mutate()}
        >
          {t("sessions.endAll")}
        </Button>
      </div>
      {everywhere.isError && <Alert>{messageOf(everywhere.error)}</Alert>}
      {sessions.isPending && <Loading label={t("sessions.loading")} />}
      {sessions.isError && <QueryError query={sessions} />}
      <ul className="divide-y divide-base-300">
        {sessions.data?.map((session) => (
          <SessionRow key={session._id} session={session} />
        ))}
      </ul>
    </section>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const ending = useMutation(
    {
      mutationFn: () => endSession(session._id),
      onSettled: refreshSessions,
    },
    queryClient,
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium">
          {session.device}
          {session.current && (
            <span className="badge badge-sm badge-success ms-2 align-middle">
              {t("sessions.thisDevice")}
            </span>
          )}
        </p>
        <p className="muted text-sm">
          {t.rich("sessions.lastSeen", {
            time: () => <LocalTime key="time" instant={session.lastSeenAt} />,
          })}
        </p>
        <p className="muted text-sm">
          {t.rich("sessions.firstSeen", {
            time: () => <LocalTime key="time" instant={session.firstSeenAt} />,
          })}
        </p>
        {ending.isError && <Alert>{messageOf(ending.error)}</Alert>}
      </div>
      {!session.current && (
        <Button
          look="plain"
          className="btn-sm"
          busy={ending.isPending}
          busyLabel={t("sessions.endBusy")}
          aria-label={t("sessions.endDevice", { device: session.device })}
          onClick={() => ending.mutate()}
        >
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}
