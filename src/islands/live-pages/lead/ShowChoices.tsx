import { getTexts } from "#translations/live-pages.ts";
import { useLive } from "../live-context.ts";

/** What the class sees besides the Arabic text, and whether everyone's page moves with the lead's. */
export function ShowChoices() {
  const t = getTexts("livePages");
  const { view, session } = useLive();
  const { translations, transliteration, gloss, locked } = view.state;
  return (
    <fieldset className="live-choices">
      <legend className="eyebrow">{t("showToClass")}</legend>
      <Choice
        label={t("translation")}
        isOn={translations !== false}
        onChange={(isOn) => void session.send({ command: "show", translations: isOn })}
      />
      <Choice
        label={t("transliteration")}
        isOn={transliteration}
        onChange={(isOn) => void session.send({ command: "show", transliteration: isOn })}
      />
      <Choice
        label={t("gloss")}
        isOn={gloss}
        onChange={(isOn) => void session.send({ command: "show", gloss: isOn })}
      />
      <Choice
        label={t("lock")}
        isOn={locked}
        onChange={(isOn) => void session.send({ command: "lock", locked: isOn })}
      />
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Choice({ label, isOn, onChange }: ChoiceProps) {
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
