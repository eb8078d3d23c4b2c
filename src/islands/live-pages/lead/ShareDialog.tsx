import { Dialog } from "#islands/ui/Dialog.tsx";
import { getTexts } from "#translations/live-pages.ts";
import { useLive } from "../live-context.ts";
import { PassagePicker } from "./PassagePicker.tsx";

/** A dialog to choose what the class reads. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const t = getTexts("livePages");
  const { session } = useLive();
  return (
    <Dialog open title={t("share")} onClose={onClose}>
      <PassagePicker
        onChoose={(passage) => {
          void session.send({ command: "share", ...passage });
          onClose();
        }}
      />
    </Dialog>
  );
}
