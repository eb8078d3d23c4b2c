import { deferDialog } from "#islands/ui/deferred.tsx";
import { withTexts } from "#translations/load.ts";
import type { ReadingSettings } from "./text/use-reading-settings.ts";

/** Which dialog is open. */
export type LiveDialog =
  | { name: "share" }
  | { name: "class" }
  | { name: "display" }
  | { name: "notes"; verse: string };

const ShareDialog = deferDialog(
  async () => (await withTexts(import("./lead/ShareDialog.tsx"))).ShareDialog,
);
const ClassDialog = deferDialog(
  async () => (await withTexts(import("./lead/ClassDialog.tsx"))).ClassDialog,
);
const DisplayDialog = deferDialog(
  async () => (await withTexts(import("./DisplayDialog.tsx"))).DisplayDialog,
);
const NotesDialog = deferDialog(
  async () => (await withTexts(import("./NotesDialog.tsx"))).NotesDialog,
);

interface LiveDialogsProps {
  dialog: LiveDialog | undefined;
  settings: ReadingSettings;
  onChange: (dialog: LiveDialog) => void;
  onClose: () => void;
}

export function LiveDialogs({ dialog, settings, onChange, onClose }: LiveDialogsProps) {
  switch (dialog?.name) {
    case "share":
      return <ShareDialog onClose={onClose} />;
    case "class":
      return <ClassDialog onShare={() => onChange({ name: "share" })} onClose={onClose} />;
    case "display":
      return <DisplayDialog settings={settings} onClose={onClose} />;
    case "notes":
      return <NotesDialog verse={dialog.verse} onClose={onClose} />;
    default:
      return null;
  }
}
