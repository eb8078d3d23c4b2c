import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { DisconnectZoom } from "#islands/meetings/shared/DisconnectZoom.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { zoomStatusOptions } from "#lib/meetings/meetings.queries.ts";
import { SettingsCard } from "./SettingsCard.tsx";

interface ZoomCardProps {
  onDone: (message: string) => void;
}

/** A teacher's Zoom connection, with a link to connect and a button to disconnect. */
export function ZoomCard({ onDone }: ZoomCardProps) {
  const status = useQuery(zoomStatusOptions(), queryClient);
  const heading = useRef<HTMLHeadingElement>(null);
  if (!status.data) return null;
  const { connected, problem, upcomingMeetings = 0 } = status.data;
  const hint = connected
    ? "Connected. Meetings you create open in your own Zoom account."
    : (problem ?? "Not connected.");
  return (
    <SettingsCard title="Zoom" hint={hint} heading={heading}>
      <div className="flex flex-wrap gap-2">
        {connected ? (
          <DisconnectZoom
            upcoming={upcomingMeetings}
            onDone={() => {
              onDone("Zoom disconnected successfully!");
              // The focused button disappears, so move the focus to the heading.
              void status.refetch().then(() => heading.current?.focus());
            }}
          />
        ) : (
          <a
            className="btn btn-outline border-base-300 hover:border-base-300 hover:bg-base-200"
            href="/dashboard/meetings"
          >
            Open meetings
          </a>
        )}
      </div>
    </SettingsCard>
  );
}
