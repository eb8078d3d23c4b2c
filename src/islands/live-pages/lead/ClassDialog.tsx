import { Dialog } from "#islands/ui/Dialog.tsx";
import { getClassTexts } from "#translations/class-texts.ts";
import { ClassPanel } from "./ClassPanel.tsx";

/** The class's controls, where there is no room beside the text. */
export function ClassDialog({ onShare, onClose }: { onShare: () => void; onClose: () => void }) {
  const t = getClassTexts("livePages");
  return (
    <Dialog open title={t("class")} onClose={onClose}>
      <ClassPanel onShare={onShare} />
    </Dialog>
  );
}
