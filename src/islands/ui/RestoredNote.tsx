import { Alert } from "#islands/ui/Alert.tsx";
import { Button } from "#islands/ui/Button.tsx";

interface RestoredNoteProps {
  /** What could not be kept. */
  missing?: string;
  onDiscard: () => void;
}

/** Tells that the form holds what was typed before, and offers to begin anew. */
export function RestoredNote({ missing, onDiscard }: RestoredNoteProps) {
  return (
    <div className="sm:col-span-2">
      <Alert kind="info">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span>Your unsaved changes are back.{missing && ` ${missing}`}</span>
          <Button look="quiet" className="btn-sm" onClick={onDiscard}>
            Discard changes
          </Button>
        </div>
      </Alert>
    </div>
  );
}
