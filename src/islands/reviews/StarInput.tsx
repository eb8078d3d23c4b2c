import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { getTexts } from "#translations/reviews.ts";
import { StarShape } from "./StarRow.tsx";

const t = getTexts("reviews");

interface StarInputProps {
  field: UseFormRegisterReturn;
  error?: string | undefined;
}

const ratings = [1, 2, 3, 4, 5] as const;

/**
 * A rating as five radio buttons that look like stars. Arrow keys select, and each option is read
 * out with its meaning. All stars up to the selected one are filled.
 */
export function StarInput({ field, error }: StarInputProps) {
  const id = useId();
  return (
    <fieldset
      className="grid justify-items-start gap-1.5"
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1 text-sm font-medium">{t("rating")}</legend>
      <div className="star-input">
        {ratings.map((rating) => {
          const meaning = t(`stars.${rating}`);
          return (
            <label key={rating} title={meaning}>
              <input
                type="radio"
                value={rating}
                {...field}
                aria-label={t("starLabel", { count: rating, meaning })}
              />
              <StarShape className="size-8" />
            </label>
          );
        })}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
