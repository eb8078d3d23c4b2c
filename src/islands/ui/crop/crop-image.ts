/** Cuts a picture in the browser. The server checks and re-encodes the result like any other file. */
import type { Rect } from "#lib/media/crop.ts";
import { maxUploadBytes } from "#lib/media/media.ts";

/** The server stores no more pixels than this on each side. */
const maxSide = 1_600;

export function drawPart(canvas: HTMLCanvasElement, image: ImageBitmap, part: Rect): void {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw on a canvas");
  context.imageSmoothingQuality = "high";
  context.clearRect(0, 0, canvas.width, canvas.height);
  const { left, top, width, height } = part;
  context.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height);
}

/**
 * The part as a file. A JPEG stays a JPEG. Other formats become a PNG, which keeps transparency,
 * unless it would be too large to upload.
 */
export async function cropImage(original: File, image: ImageBitmap, part: Rect): Promise<File> {
  const canvas = document.createElement("canvas");
  const scale = Math.min(1, maxSide / Math.max(part.width, part.height));
  canvas.width = Math.max(1, Math.round(part.width * scale));
  canvas.height = Math.max(1, Math.round(part.height * scale));
  drawPart(canvas, image, part);
  const isPhoto = original.type === "image/jpeg";
  const exact = isPhoto ? undefined : await encode(canvas, "image/png");
  if (exact && exact.size <= maxUploadBytes) return name(original, exact, "png");
  fillBackground(canvas);
  return name(original, await encode(canvas, "image/jpeg"), "jpg");
}

/** Formats without transparency would show it as black. */
function fillBackground(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture couldn't be encoded"))),
      type,
      0.92,
    );
  });
}

function name(original: File, content: Blob, ending: string): File {
  const base = original.name.replace(/\.[^.]*$/, "") || "picture";
  return new File([content], `${base}.${ending}`, { type: content.type });
}
