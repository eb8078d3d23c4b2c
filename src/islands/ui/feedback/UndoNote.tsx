import { useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { getTexts } from "#translations/ui.ts";
import { Button } from "../Button.tsx";

const t = getTexts("ui");

interface UndoNoteProps {
  /** What was done. */
  message: string;
  /** Reverses the change on the server. */
  undo: () => Promise<void>;
  /** Called after the change was reversed. */
  onUndone: () => void;
}

/**
 * Says what was done, with a button that reverses it. It stays until the next change, because a
 * toast would disappear before everyone has read it.
 */
export function UndoNote({ message, undo, onUndone }: UndoNoteProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const reverse = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await undo();
      onUndone();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-box border border-base-300 px-4 py-2 text-sm"
    >
      <p className="wrap-anywhere">{problem ?? message}</p>
      <Button look="quiet" className="btn-sm" busy={isBusy} onClick={() => void reverse()}>
        {t("undo")}
      </Button>
    </div>
  );
}
