import { useEffect, useId, useState } from "react";
import { findUploadProblem, uploadTypes } from "#lib/media.ts";
import { Star } from "./Star.tsx";

interface ImageFieldProps {
  label: string;
  hint: string;
  /** The image there is now, if any. */
  current?: string | undefined;
  shape?: "round" | "wide";
  /** Called with a file that may be uploaded, or undefined while the choice is wrong or empty. */
  onChange: (file: File | undefined, problem: string | undefined) => void;
}

const frames = { round: "size-20 rounded-full", wide: "aspect-video w-48 rounded-box" };

/** Chooses an image and shows it. It is uploaded by the form when that is sent. */
export function ImageField({ label, hint, current, shape = "round", onChange }: ImageFieldProps) {
  const id = useId();
  const [preview, setPreview] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);

  const choose = (file: File | undefined) => {
    const found = file ? findUploadProblem(file) : undefined;
    const usable = file && !found ? file : undefined;
    setProblem(found);
    setPreview(usable ? URL.createObjectURL(usable) : undefined);
    onChange(usable, found);
  };

  const shown = preview ?? current;
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
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {label} <span className="muted font-normal">(optional)</span>
        </label>
        <input
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
      </div>
    </div>
  );
}
