import { useMutation, useQuery } from "@tanstack/react-query";
import { Alert } from "#islands/ui/Alert.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { connectPath, createConnectTicket, fetchConnected } from "#lib/client/meetings.calls.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { logInPath } from "#lib/guards.ts";

/** Whether the meeting account is connected; undefined while that is being checked. */
export function useConnected(): boolean | undefined {
  return useQuery({ queryKey: ["meeting-connection"], queryFn: fetchConnected }, queryClient).data;
}

function onRefusal(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  alert("Authentication required. Please log in again.");
  goTo(logInPath("/dashboard/meetings"));
}

/** Shows the state of the connection and leads to the meeting service to make one. */
export function Connection() {
  const connected = useConnected();
  const connecting = useMutation(
    {
      mutationFn: createConnectTicket,
      onSuccess: (ticket) => goTo(connectPath(ticket)),
      onError: onRefusal,
    },
    queryClient,
  );
  const words =
    connected === undefined
      ? "Checking connection..."
      : connected
        ? "Connected. Meetings you create open in your own Zoom account."
        : "Not connected. Connect your Zoom account to create meetings for your courses.";
  return (
    <section className="panel grid gap-3 p-5" aria-label="Zoom connection">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="flex items-center gap-2 text-base">
            Zoom
            <span
              className={`badge badge-sm ${connected ? "badge-success" : "badge-outline"}`}
              aria-hidden="true"
            >
              {connected ? "Connected" : "Not connected"}
            </span>
          </h2>
          <p role="status" className="muted text-sm">
            {words}
          </p>
        </div>
        {connected === false && (
          <Button
            busy={connecting.isPending || connecting.isSuccess}
            busyLabel="Connecting..."
            onClick={() => connecting.mutate()}
          >
            Connect Zoom
          </Button>
        )}
      </div>
      {connecting.isError && (
        <Alert>{messageOf(connecting.error, "Failed to connect to Zoom")}</Alert>
      )}
    </section>
  );
}
