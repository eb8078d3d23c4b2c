import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { ConfirmDialog } from "#islands/ui/feedback/ConfirmDialog.tsx";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { deleteLetter, sendLetter } from "#lib/letters/letters.calls.ts";
import type { LetterDetail } from "#lib/letters/letters.responses.ts";
import { getTexts } from "#translations/staff-letters.ts";
import { useLetterChange } from "./use-letter-change.ts";

const t = getTexts("staffLetters");

/** How many people would get a draft, and the buttons that send or delete it. */
export function SendLetter({ letter, isUnsaved }: { letter: LetterDetail; isUnsaved: boolean }) {
  const { _id, recipients, revision, ratePerHour, maySend } = letter;
  const [open, setOpen] = useState<"send" | "delete">();
  const close = () => setOpen(undefined);
  const send = useLetterChange(_id, () => sendLetter(_id, { recipients, revision }), close);
  const remove = useMutation(
    { mutationFn: () => deleteLetter(_id), onSuccess: () => goTo("/staff/letters") },
    queryClient,
  );
  return (
    <section className="panel grid gap-4 p-5">
      <h2 className="text-lg">{t("send.title")}</h2>
      <p>{recipients === 0 ? t("send.nobody") : t("send.recipients", { count: recipients })}</p>
      {!maySend && <p className="muted text-sm">{t("send.ownersOnly")}</p>}
      {isUnsaved && maySend && <p className="muted text-sm">{t("unsaved")}</p>}
      <div className="flex flex-wrap gap-2">
        {maySend && (
          <Button disabled={isUnsaved || recipients === 0} onClick={() => setOpen("send")}>
            {t("send.open")}
          </Button>
        )}
        <Button look="danger" onClick={() => setOpen("delete")}>
          {t("delete")}
        </Button>
      </div>
      {open === "send" && (
        <ConfirmDialog
          title={t("send.confirmTitle")}
          action={send}
          labels={{ keep: t("cancel"), confirm: t("send.confirm", { count: recipients }) }}
          isDangerous={false}
          onConfirm={() => send.mutate(undefined)}
          onClose={() => {
            send.reset();
            close();
          }}
        >
          <p>
            {t("send.confirmText", { hours: Math.max(1, Math.ceil(recipients / ratePerHour)) })}
          </p>
        </ConfirmDialog>
      )}
      {open === "delete" && (
        <ConfirmDialog
          title={t("deleteTitle")}
          action={remove}
          labels={{ keep: t("cancel"), confirm: t("delete"), busy: t("deleting") }}
          onConfirm={() => remove.mutate()}
          onClose={() => {
            remove.reset();
            close();
          }}
        >
          <p>{t("deleteText")}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
