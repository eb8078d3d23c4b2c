import { useStore } from "@nanostores/react";
import { useEffect, useRef } from "react";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { trialPath } from "#lib/trials/trial-section.ts";
import { $canceledTrial } from "#lib/trials/trials.store.ts";
import { getTexts } from "#translations/trials.ts";
import { focusBehindDialog } from "../../ui/dialogs/focus-behind-dialog.ts";
import { Alert } from "../../ui/feedback/Alert.tsx";

const t = getTexts("trials");

interface CanceledTrialProps {
  /** Whether the viewer can book another lesson with the person, on another page. */
  canRebook?: boolean;
}

/** Says that a trial lesson was canceled, in place of the lesson that has disappeared. */
export function CanceledTrial({ canRebook = false }: CanceledTrialProps) {
  const other = useStore($canceledTrial);
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed button has disappeared with its lesson, so the note gets the focus.
    if (other) focusBehindDialog(note.current);
  }, [other]);
  if (!other) return null;
  return (
    <div ref={note} tabIndex={-1} className="rounded-box">
      <Alert kind="success">
        <span>
          {t("canceledNote", { name: isolatedInRtl(other.name) })}{" "}
          {canRebook && (
            <a className="link" href={localizePath(trialPath(`/teachers/${other._id}`))}>
              {t("rebook")}
            </a>
          )}
        </span>
      </Alert>
    </div>
  );
}
