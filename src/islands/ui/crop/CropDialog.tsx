import { type PointerEvent, useEffect, useRef, useState } from "react";
import { type Crop, findPart, maxZoom, movePart, zoomPart } from "#lib/media/crop.ts";
import { getTexts } from "#translations/cropping.ts";
import { Button } from "../Button.tsx";
import { Dialog } from "../Dialog.tsx";
import { Alert } from "../feedback/Alert.tsx";
import { Loading } from "../feedback/Loading.tsx";
import { cropImage, drawPart } from "./crop-image.ts";

const t = getTexts("cropping");

interface CropDialogProps {
  file: File;
  /** Width divided by height. */
  aspect: number;
  isRound: boolean;
  /** The part that was chosen last. */
  crop: Crop;
  onCropped: (cropped: File, crop: Crop) => void;
  onClose: () => void;
}

/** Chooses the part of a picture: by dragging and zooming, or with three sliders. */
export function CropDialog({ file, aspect, isRound, crop, onCropped, onClose }: CropDialogProps) {
  const image = useBitmap(file);
  const [chosen, setChosen] = useState(crop);
  const [isBusy, setBusy] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const apply = async (decoded: ImageBitmap) => {
    setBusy(true);
    try {
      onCropped(await cropImage(file, decoded, findPart(decoded, aspect, chosen)), chosen);
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open title={t("title")} busy={isBusy} onClose={onClose}>
      {image === undefined && <Loading label={t("loading")} />}
      {(image === null || isFailed) && <Alert>{t("failed")}</Alert>}
      {image && (
        <>
          <p className="muted text-sm">{t("hint")}</p>
          <Preview
            image={image}
            aspect={aspect}
            isRound={isRound}
            crop={chosen}
            onChange={setChosen}
          />
          <Sliders image={image} aspect={aspect} crop={chosen} onChange={setChosen} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="plain" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button busy={isBusy} busyLabel={t("applying")} onClick={() => void apply(image)}>
              {t("apply")}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Undefined while the picture is decoded, and null if it can't be. */
function useBitmap(file: File): ImageBitmap | null | undefined {
  const [bitmap, setBitmap] = useState<ImageBitmap | null>();
  useEffect(() => {
    let isGone = false;
    let made: ImageBitmap | undefined;
    createImageBitmap(file).then(
      (decoded) => {
        made = decoded;
        if (isGone) decoded.close();
        else setBitmap(decoded);
      },
      () => setBitmap(null),
    );
    return () => {
      isGone = true;
      made?.close();
    };
  }, [file]);
  return bitmap;
}

interface PartProps {
  image: ImageBitmap;
  aspect: number;
  crop: Crop;
  onChange: (crop: Crop) => void;
}

/** Enough for sharp screens, at the width of a phone. */
const previewWidth = 640;

function Preview({ image, aspect, isRound, crop, onChange }: PartProps & { isRound: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const part = findPart(image, aspect, crop);
  useEffect(() => {
    if (canvas.current) drawPart(canvas.current, image, findPart(image, aspect, crop));
  }, [image, aspect, crop]);
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const scale = part.width / event.currentTarget.clientWidth;
    // The picture follows the pointer, so the part moves the other way.
    const by = { right: -event.movementX * scale, down: -event.movementY * scale };
    onChange(movePart(image, aspect, crop, by));
  };
  return (
    <canvas
      ref={canvas}
      width={previewWidth}
      height={Math.round(previewWidth / aspect)}
      className={`w-full cursor-move touch-none justify-self-center border border-base-300 bg-base-200 ${isRound ? "max-w-64 rounded-full" : "rounded-box"}`}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onWheel={({ deltaY }) => onChange(zoomPart(image, aspect, crop, crop.zoom - deltaY / 500))}
    />
  );
}

function Sliders({ image, aspect, crop, onChange }: PartProps) {
  const part = findPart(image, aspect, crop);
  return (
    <div className="grid gap-3">
      <Slider
        label={t("zoom")}
        min={1}
        max={maxZoom}
        value={crop.zoom}
        onChange={(zoom) => onChange(zoomPart(image, aspect, crop, zoom))}
      />
      <Slider
        label={t("horizontal")}
        disabled={image.width - part.width < 1}
        value={crop.x}
        onChange={(x) => onChange({ ...crop, x })}
      />
      <Slider
        label={t("vertical")}
        disabled={image.height - part.height < 1}
        value={crop.y}
        onChange={(y) => onChange({ ...crop, y })}
      />
    </div>
  );
}

interface SliderProps {
  label: string;
  value: number;
  min?: number;
  max?: number;
  disabled?: boolean;
  onChange: (value: number) => void;
}

/** Runs from left to right in all languages, like the picture. */
function Slider({ label, value, min = 0, max = 1, disabled = false, onChange }: SliderProps) {
  return (
    <label className="grid gap-1 text-sm">
      <span className="font-medium">{label}</span>
      <input
        type="range"
        dir="ltr"
        className="h-6 w-full accent-secondary"
        min={min}
        max={max}
        step={(max - min) / 50}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
    </label>
  );
}
