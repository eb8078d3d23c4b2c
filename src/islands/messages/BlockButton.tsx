import { useMutation } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { blockPerson, unblockPerson } from "#lib/client/messages.calls.ts";
import { queryClient } from "#lib/client/query-client.ts";
import type { Contact } from "#lib/messages.ts";
import { refreshContacts } from "./use-contacts.ts";

interface BlockButtonProps {
  contact: Contact;
}

/** Neither writes to the other while the block is on. */
export function BlockButton({ contact: { profileId, name, isBlocked } }: BlockButtonProps) {
  const change = useMutation(
    {
      mutationFn: () => (isBlocked ? unblockPerson(profileId ?? "") : blockPerson(profileId ?? "")),
      onSettled: refreshContacts,
    },
    queryClient,
  );
  return (
    <Button
      look="plain"
      className="btn-sm"
      aria-label={`${isBlocked ? "Unblock" : "Block"} ${name}`}
      busy={change.isPending}
      onClick={() => change.mutate()}
    >
      {isBlocked ? "Unblock" : "Block"}
    </Button>
  );
}
