import { useEffect, useRef, useState } from "react";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { completeConnection } from "#lib/meetings/meetings.calls.ts";

const leaveAfter = 2_000;
type State = { name: "loading" } | { name: "success" } | { name: "error"; message: string };

async function complete(): Promise<State> {
  const query = new URLSearchParams(location.search);
  const code = query.get("code");
  if (!code) {
    return { name: "error", message: "Authorization code not found in callback URL" };
  }
  try {
    await completeConnection(code, query.get("state") ?? "");
    return { name: "success" };
  } catch (error) {
    return { name: "error", message: messageOf(error, "An unexpected error occurred") };
  }
}

/** The OAuth callback of the meeting service: submits the code and shows the result. */
export default function ConnectCallback() {
  const [state, setState] = useState<State>({ name: "loading" });
  const started = useRef(false);
  useEffect(() => {
    // A code works only once, so a second run of the effect must not submit it again.
    if (started.current) return;
    started.current = true;
    void complete().then(setState);
  }, []);
  useEffect(() => {
    if (state.name !== "success") return;
    const timer = setTimeout(() => goTo("/dashboard/meetings"), leaveAfter);
    return () => clearTimeout(timer);
  }, [state]);

  if (state.name === "loading") return <Loading label="Connecting your Zoom account..." />;
  if (state.name === "success") {
    return (
      <div role="status">
        <EmptyState title="Zoom connected successfully!">
          <p>Redirecting to your meetings...</p>
        </EmptyState>
      </div>
    );
  }
  return (
    <div role="alert">
      <EmptyState
        title="Connection Failed"
        action={
          <a className="btn btn-secondary" href="/dashboard/meetings">
            Back to Meetings
          </a>
        }
      >
        <p>{state.message}</p>
      </EmptyState>
    </div>
  );
}
