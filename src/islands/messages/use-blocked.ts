import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchBlocked } from "#lib/messages/messages.calls.ts";
import type { BlockedPerson } from "#lib/messages/messages.ts";

const key = ["blocked"];
const nobody: BlockedPerson[] = [];

/** Reads again whom the person has blocked. */
export function refreshBlocked(): void {
  void queryClient.invalidateQueries({ queryKey: key });
}

/** Whom the person has blocked; nobody until that is known. */
export function useBlocked(): readonly BlockedPerson[] {
  return useQuery({ queryKey: key, queryFn: fetchBlocked }, queryClient).data ?? nobody;
}
