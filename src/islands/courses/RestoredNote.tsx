import { Alert } from "#islands/ui/Alert.tsx";
import { Button } from "#islands/ui/Button.tsx";

/** Tells that the form holds what was typed before, and offers to begin anew. */
export function RestoredNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="sm:col-span-2">
      <Alert kind="info">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span>Your unsaved changes are back. A chosen image has to be chosen again.</span>
          <Button look="quiet" className="btn-sm" onClick={onDiscard}>
            Discard changes
          </Button>
        </div>
      </Alert>
    </div>
  );
}
