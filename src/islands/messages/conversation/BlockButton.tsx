import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { blockPerson, unblockPerson } from "#lib/messages/messages.calls.ts";
import { refreshBlocked } from "#lib/messages/messages.queries.ts";

interface BlockButtonProps {
  person: { _id: string; name: string };
  isBlocked: boolean;
  className?: string;
}

/**
 * Blocks or unblocks a person. While blocked, neither can message the other. Only blocking asks for
 * confirmation.
 */
export function BlockButton({ person, isBlocked, className }: BlockButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const change = useMutation(
    {
      mutationFn: () => (isBlocked ? unblockPerson(person._id) : blockPerson(person._id)),
      onSuccess: () => setOpen(false),
      onSettled: () => void refreshBlocked(),
    },
    queryClient,
  );
  return (
    <>
      <button
        type="button"
        className={className ?? "btn btn-ghost btn-sm"}
        aria-label={`${isBlocked ? "Unblock" : "Block"} ${person.name}`}
        disabled={change.isPending}
        onClick={() => (isBlocked ? change.mutate() : setOpen(true))}
      >
        {isBlocked ? "Unblock" : "Block"}
      </button>
      {isOpen && (
        <Dialog open title={`Block ${person.name}?`} onClose={() => setOpen(false)}>
          <p className="text-sm">
            You won't be able to message each other, and messages from {person.name} in course
            groups will be hidden from you. You can undo this at any time.
          </p>
          {change.error && <Alert>{messageOf(change.error)}</Alert>}
          <div className="flex justify-end gap-2">
            <Button look="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button look="danger" busy={change.isPending} onClick={() => change.mutate()}>
              Block
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
