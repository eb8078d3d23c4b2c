import { useState } from "react";
import { type Crop, middle } from "#lib/media/crop.ts";
import { getTexts } from "#translations/cropping.ts";
import { CropDialog } from "./CropDialog.tsx";

const t = getTexts("cropping");

interface CropButtonProps {
  /** The picture as it was chosen. */
  file: File;
  /** Whether pages show the picture as a circle, and otherwise in 16:9. */
  isRound: boolean;
  onCropped: (cropped: File) => void;
}

/** Opens the dialog in which people choose the part of a picture. */
export function CropButton({ file, isRound, onCropped }: CropButtonProps) {
  const [last, setLast] = useState<{ file: File; crop: Crop }>();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn btn-sm btn-ghost -ms-3" onClick={() => setOpen(true)}>
        {t("title")}
      </button>
      {isOpen && (
        <CropDialog
          file={file}
          aspect={isRound ? 1 : 16 / 9}
          isRound={isRound}
          crop={last?.file === file ? last.crop : middle}
          onCropped={(cropped, crop) => {
            setLast({ file, crop });
            setOpen(false);
            onCropped(cropped);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
