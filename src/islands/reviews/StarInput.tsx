import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { StarShape } from "./StarRow.tsx";

interface StarInputProps {
  field: UseFormRegisterReturn;
  error?: string | undefined;
}

const meanings = ["Poor", "Fair", "Good", "Very good", "Excellent"];

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
      <legend className="mb-1 text-sm font-medium">Your rating</legend>
      <div className="star-input">
        {meanings.map((meaning, index) => {
          const rating = index + 1;
          return (
            <label key={meaning} title={meaning}>
              <input
                type="radio"
                value={rating}
                {...field}
                aria-label={`${rating} ${rating === 1 ? "star" : "stars"}: ${meaning}`}
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
