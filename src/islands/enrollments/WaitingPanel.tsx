import { useMutation } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { joinWaitingList, leaveWaitingList } from "#lib/enrollments/enrollments.calls.ts";
import { enrollMessages } from "#lib/enrollments/enrollments.ts";
import { offerHours } from "#lib/seats/waiting-list.ts";
import type { SeatState } from "./seat-state.ts";

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
      {state.kind === "full" && (
        <>
          <Alert kind="info">{enrollMessages.full}</Alert>
          <p className="muted text-sm">
            {describeLine(state.waitingCount)} When a seat opens up, we'll hold it for you for{" "}
            {offerHours} hours and email you.
          </p>
        </>
      )}
      {state.kind === "waiting" && (
        <Alert kind="info">
          You're number {state.position} on the waiting list. We'll email you when a seat opens up.
        </Alert>
      )}
      <Button
        className="btn-block"
        look={isIn ? "quiet" : "main"}
        busy={change.isPending}
        busyLabel={isIn ? "Leaving..." : "Joining..."}
        onClick={() => change.mutate()}
      >
        {labels[state.kind]}
      </Button>
    </>
  );
}

const labels = {
  full: "Join the waiting list",
  waiting: "Leave the waiting list",
  offered: "Release seat",
} as const;

function describeLine(count: number): string {
  if (count === 0) return "No one is on the waiting list yet.";
  return count === 1 ? "1 student is waiting." : `${count} students are waiting.`;
}
