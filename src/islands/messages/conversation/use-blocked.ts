import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#lib/client/query-client.ts";
import { blockedOptions } from "#lib/messages/messages.queries.ts";
import type { BlockedPerson } from "#lib/messages/messages.responses.ts";

const nobody: BlockedPerson[] = [];

/** The people whom the user has blocked. Empty until loaded. */
export function useBlocked(): readonly BlockedPerson[] {
  return useQuery(blockedOptions(), queryClient).data ?? nobody;
}
