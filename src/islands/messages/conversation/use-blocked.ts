import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchBlocked } from "#lib/messages/messages.calls.ts";
import type { BlockedPerson } from "#lib/messages/messages.ts";

const key = ["blocked"];
const nobody: BlockedPerson[] = [];

/** Refetches the blocked people. */
export function refreshBlocked(): void {
  void queryClient.invalidateQueries({ queryKey: key });
}

/** The people whom the user has blocked. Empty until loaded. */
export function useBlocked(): readonly BlockedPerson[] {
  return useQuery({ queryKey: key, queryFn: fetchBlocked }, queryClient).data ?? nobody;
}
