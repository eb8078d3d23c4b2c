import { useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { getTexts } from "#translations/ui.ts";

const t = getTexts("ui");

interface RestoreButtonProps {
  restore: () => Promise<void>;
  className: string;
}

/** Undoes the deletion of a message. The message itself arrives as an event, as for everyone. */
export function RestoreButton({ restore, className }: RestoreButtonProps) {
  const [problem, setProblem] = useState<string>();
  if (problem) {
    return (
      <span role="alert" className="text-error">
        {problem}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={className}
      onClick={() => restore().catch((error: unknown) => setProblem(messageOf(error)))}
    >
      {t("undo")}
    </button>
  );
}
