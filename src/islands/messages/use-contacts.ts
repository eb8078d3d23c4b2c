import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { fetchContacts, saveProgress } from "#lib/client/messages.calls.ts";
import { listenToMessages } from "#lib/client/messages.live.ts";
import { queryClient } from "#lib/client/query-client.ts";

const key = ["contacts"];

/** Reads the list of conversations again. */
export function refreshContacts(): void {
  void queryClient.invalidateQueries({ queryKey: key });
}

/** The conversations of the person, kept up with what happens in them. */
export function useContacts(me: string) {
  useEffect(
    () =>
      listenToMessages((event) => {
        if (event.type === "typing") return;
        if (event.type === "state" && event.profileId !== me) return;
        refreshContacts();
        if (event.type === "message" && event.message.author._id !== me) {
          // That it isn't known to have arrived harms nobody; the next message says it again.
          saveProgress(event.threadId, { deliveredSeq: event.message.seq }).catch(() => {});
        }
      }),
    [me],
  );
  return useQuery({ queryKey: key, queryFn: fetchContacts }, queryClient);
}
