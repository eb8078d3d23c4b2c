import type { Client } from "./client-store.ts";

/** The address of a page with one client. The seat only matters the first time. */
export function clientAddress({ meetingId, role, guest, device, email }: Client): string {
  const seat = guest ? "guest" : seatOf[role];
  return `/zoom/client/${meetingId}?${new URLSearchParams({ as: seat, device, email })}`;
}

const seatOf = { host: "host", coHost: "co-host", attendee: "participant" } as const;
