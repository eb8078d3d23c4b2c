import { useId } from "react";

interface ChoiceProps {
  legend: string;
  options: readonly { label: string; hint: string }[];
  chosen: number;
  onChoose: (index: number) => void;
}

/** Radio buttons with a hint each. */
export function Choice({ legend, options, chosen, onChoose }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-2">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {options.map(({ label, hint }, index) => (
        <label
          key={label}
          className="flex cursor-pointer items-start gap-3 rounded-field border border-base-300 p-3 has-checked:border-secondary has-checked:bg-base-200"
        >
          <input
            type="radio"
            name={name}
            className="mt-0.5 size-4 shrink-0 accent-secondary"
            checked={index === chosen}
            onChange={() => onChoose(index)}
          />
          <span className="grid gap-0.5 text-sm">
            <span className="font-medium">{label}</span>
            <span className="muted text-xs">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
