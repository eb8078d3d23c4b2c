import { Dialog } from "#islands/ui/Dialog.tsx";
import { getTexts } from "#translations/live-pages.ts";
import { ClassPanel } from "./ClassPanel.tsx";

/** The class controls, for windows without room beside the text. */
export function ClassDialog({ onShare, onClose }: { onShare: () => void; onClose: () => void }) {
  const t = getTexts("livePages");
  return (
    <Dialog open title={t("class")} onClose={onClose}>
      <ClassPanel onShare={onShare} />
    </Dialog>
  );
}
