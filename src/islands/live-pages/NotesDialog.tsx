import { useState } from "react";
import { StudySection } from "#islands/study/shared/StudySection.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { getTexts } from "#translations/live-pages.ts";
import { useLive } from "./live-context.ts";
import { nameVerse } from "./name-verse.ts";

/** The viewer's private marks and notes on a verse, as in the reader. */
export function NotesDialog({ verse, onClose }: { verse: string; onClose: () => void }) {
  const t = getTexts("livePages");
  const { layout } = useLive();
  // The notes stay open when the lead shares another passage, which removes the verse.
  const [element] = useState(() => document.querySelector<HTMLElement>(`[data-verse="${verse}"]`));
  return (
    <Dialog open title={t("myNotes", { verse: nameVerse(verse) })} onClose={onClose}>
      {element && (
        // Links would leave the meeting's panel, and the panel can't send messages either.
        <StudySection verse={element} verseKey={verse} canShare={layout === "page"} />
      )}
    </Dialog>
  );
}
