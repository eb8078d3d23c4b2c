import { useEffect, useRef, useState } from "react";
import { DeleteButton } from "#islands/ui/DeleteButton.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { deleteMessage } from "#lib/messages/messages.calls.ts";
import type { Message } from "#lib/messages/messages.responses.ts";
import { restoreMessage } from "#lib/messages/restore-message.calls.ts";
import { getTexts } from "#translations/conversations.ts";
import { getTexts as getUiTexts } from "#translations/ui.ts";

const t = getTexts("conversations");
const ui = getUiTexts("ui");

interface OwnMessageActionProps {
  message: Message;
  className: string;
  onDeleted: () => void;
}

/** Deletes the message, or undoes the deletion. Others see both by an event. */
export function OwnMessageAction({ message, className, onDeleted }: OwnMessageActionProps) {
  const isDeleted = Boolean(message.deletedAt);
  const [problem, setProblem] = useState<string>();
  const place = useRef<HTMLSpanElement>(null);
  const wasDeleted = useRef(isDeleted);
  useEffect(() => {
    if (wasDeleted.current === isDeleted) return;
    wasDeleted.current = isDeleted;
    setProblem(undefined);
    // The pressed button has disappeared. A deletion in another tab must not move the focus.
    if (document.activeElement === document.body) place.current?.querySelector("button")?.focus();
  }, [isDeleted]);
  const restore = () =>
    restoreMessage(message._id).catch((error: unknown) => setProblem(messageOf(error)));
  return (
    <span ref={place} className="contents">
      {problem ? (
        <span role="alert" className="text-error">
          {problem}
        </span>
      ) : isDeleted ? (
        <button type="button" className="min-h-6 font-semibold underline" onClick={restore}>
          {ui("undo")}
        </button>
      ) : (
        <DeleteButton
          title={t("deleteTitle")}
          className={className}
          remove={() => deleteMessage(message._id)}
          onDone={onDeleted}
        >
          {t("deleteText", { deleted: t("deleted") })}
        </DeleteButton>
      )}
    </span>
  );
}
