import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { getTexts } from "#translations/ui.ts";

const t = getTexts("ui");

interface RestoredNoteProps {
  /** Describes what could not be restored. */
  missing?: string;
  onDiscard: () => void;
}

/** Says that unsaved changes were restored, and offers to discard them. */
export function RestoredNote({ missing, onDiscard }: RestoredNoteProps) {
  return (
    <div className="sm:col-span-2">
      <Alert kind="info">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span>
            {t("restored")}
            {missing && ` ${missing}`}
          </span>
          <Button look="quiet" className="btn-sm" onClick={onDiscard}>
            {t("discard")}
          </Button>
        </div>
      </Alert>
    </div>
  );
}
