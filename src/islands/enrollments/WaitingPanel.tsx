import { useMutation } from "@tanstack/react-query";
import { AddGuardian } from "#islands/people/shared/AddGuardian.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { joinWaitingList, leaveWaitingList } from "#lib/enrollments/enrollments.calls.ts";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { offerHours } from "#lib/seats/waiting-list.ts";
import { getTexts } from "#translations/enrollments.ts";
import type { SeatState } from "./seat-state.ts";

const t = getTexts("enrollments");

interface WaitingPanelProps {
  courseId: string;
  state: Extract<SeatState, { kind: "full" | "waiting" | "offered" }>;
  refresh: () => Promise<unknown>;
}

/** The waiting list of a full course: join, position and leave. */
export function WaitingPanel({ courseId, state, refresh }: WaitingPanelProps) {
  const isIn = state.kind !== "full";
  const change = useMutation(
    {
      mutationFn: () => (isIn ? leaveWaitingList(courseId) : joinWaitingList(courseId)),
      onSettled: refresh,
    },
    queryClient,
  );
  return (
    <>
      {change.error && <Alert>{messageOf(change.error)}</Alert>}
      <AddGuardian
        error={change.error}
        returnTo={`/courses/${courseId}`}
        label={t("addGuardian")}
      />
      {state.kind === "full" && (
        <>
          <Alert kind="info">{enrollMessages.full}</Alert>
          <p className="muted text-sm">
            {t("waiting.line", { count: state.waitingCount })}{" "}
            {t("waiting.promise", { hours: offerHours })}
          </p>
        </>
      )}
      {state.kind === "waiting" && (
        <Alert kind="info">{t("waiting.position", { position: state.position })}</Alert>
      )}
      <Button
        className="btn-block"
        look={isIn ? "quiet" : "main"}
        busy={change.isPending}
        busyLabel={t(isIn ? "waiting.leaveBusy" : "waiting.joinBusy")}
        onClick={() => change.mutate()}
      >
        {t(`waiting.${actions[state.kind]}`)}
      </Button>
    </>
  );
}

const actions = { full: "join", waiting: "leave", offered: "release" } as const;
