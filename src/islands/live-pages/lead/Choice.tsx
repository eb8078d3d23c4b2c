interface ChoiceProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function Choice({ label, isOn, onChange }: ChoiceProps) {
  return (
    <label className="live-choice">
      <input
        type="checkbox"
        className="checkbox checkbox-sm"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}
