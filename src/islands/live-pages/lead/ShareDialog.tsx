import { Dialog } from "#islands/ui/Dialog.tsx";
import { getClassTexts } from "#translations/class-texts.ts";
import { useLive } from "../live-context.ts";
import { PassagePicker } from "./PassagePicker.tsx";

/** Chooses what the class reads. */
export function ShareDialog({ onClose }: { onClose: () => void }) {
  const t = getClassTexts("livePages");
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
