import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { blockPerson, unblockPerson } from "#lib/messages/messages.calls.ts";
import { refreshBlocked } from "#lib/messages/messages.queries.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/conversations.ts";

const t = getTexts("conversations");

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
        aria-label={t(isBlocked ? "unblockPerson" : "blockPerson", { name: person.name })}
        // Disabled while saving, the button would lose the focus.
        aria-disabled={change.isPending || undefined}
        onClick={() => {
          if (change.isPending) return;
          if (isBlocked) change.mutate();
          else setOpen(true);
        }}
      >
        {isBlocked ? t("unblock") : t("block")}
      </button>
      {isOpen && (
        <Dialog
          open
          title={t("blockTitle", { name: isolatedInRtl(person.name) })}
          onClose={() => setOpen(false)}
        >
          <p className="text-sm">{t("blockText", { name: isolatedInRtl(person.name) })}</p>
          {change.error && <Alert>{messageOf(change.error)}</Alert>}
          <div className="flex justify-end gap-2">
            <Button look="quiet" onClick={() => setOpen(false)}>
              {t("cancel")}
            </Button>
            <Button look="danger" busy={change.isPending} onClick={() => change.mutate()}>
              {t("block")}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
