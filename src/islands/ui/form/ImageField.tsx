import { useId, useRef, useState } from "react";
import { findUploadProblem, uploadTypes } from "#lib/media/media.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/ui.ts";
import { deferPart } from "../deferred.tsx";
import { Star } from "../Star.tsx";
import { useImagePreview } from "./use-image-preview.ts";

const t = getTexts("ui");

/** Loads when someone has chosen a file. */
const CropButton = deferPart(
  async () => (await withTexts(import("../crop/CropButton.tsx"))).CropButton,
  { Waiting: () => null, isRare: true },
);

/** What happens to the image when the form is submitted. */
export interface ImageChange {
  /** A valid file to upload, which may be a part of the chosen one. */
  file?: File | undefined;
  /** Whether to remove the current image. */
  isRemoved?: boolean;
  /** Error message for the selected file. */
  problem?: string | undefined;
}

interface ImageFieldProps {
  label: string;
  hint: string;
  /** The current image, if any. */
  current?: string | undefined;
  shape?: "round" | "wide";
  onChange: (change: ImageChange) => void;
}

const frames = { round: "size-20 rounded-full", wide: "aspect-video w-48 max-w-full rounded-box" };

/** A field to choose, preview or remove an image. The form uploads it on submit. */
export function ImageField({ label, hint, current, shape = "round", onChange }: ImageFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [change, setChange] = useState<ImageChange>({});
  const [original, setOriginal] = useState<File>();
  const preview = useImagePreview(change.file);

  const apply = (next: ImageChange) => {
    setChange(next);
    onChange(next);
  };
  const choose = (file: File | undefined) => {
    const problem = file ? findUploadProblem(file) : undefined;
    setOriginal(file);
    apply({ file: problem ? undefined : file, problem });
  };
  /** Clears the file input and focuses it, because the pressed button may have disappeared. */
  const reset = (next: ImageChange) => {
    if (input.current) input.current.value = "";
    input.current?.focus();
    apply(next);
  };

  const { isRemoved = false, problem } = change;
  const shown = change.file ? preview : isRemoved ? undefined : current;
  const canRemove = change.file !== undefined || (current !== undefined && !isRemoved);
  return (
    <div className="flex flex-wrap items-center gap-4">
      <div
        className={`grid shrink-0 place-items-center overflow-hidden bg-base-200 ${frames[shape]}`}
      >
        {shown ? (
          <img src={shown} alt="" className="size-full object-cover" />
        ) : (
          <Star className="size-10 text-accent" />
        )}
      </div>
      <div className="grid min-w-0 gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {label} <span className="muted font-normal">{t("optional")}</span>
        </label>
        <input
          ref={input}
          id={id}
          type="file"
          accept={uploadTypes.join(",")}
          className="file-input w-full max-w-xs disabled:border-base-300 disabled:bg-base-100"
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}-hint${problem ? ` ${id}-error` : ""}`}
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <p id={`${id}-hint`} className="muted text-xs">
          {hint}
        </p>
        {problem && (
          <p id={`${id}-error`} role="alert" className="text-sm text-error">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-x-3">
          {change.file && original && (
            <CropButton
              file={original}
              isRound={shape === "round"}
              onCropped={(file) => apply({ file })}
            />
          )}
          {canRemove && (
            <button
              type="button"
              className="btn btn-sm btn-ghost -ms-3 text-error"
              onClick={() => reset({ isRemoved: current !== undefined })}
            >
              {t("removeImage")}
            </button>
          )}
          <p role="status" className="muted text-sm">
            {isRemoved && t("imageRemoved")}
          </p>
          {isRemoved && (
            <button type="button" className="btn btn-sm btn-ghost" onClick={() => reset({})}>
              {t("keepImage")}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
