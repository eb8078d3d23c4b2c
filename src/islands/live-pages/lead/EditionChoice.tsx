import { getTexts } from "#translations/live-pages.ts";
import { languageNames } from "../language-names.ts";
import { useOffered } from "../text/use-offered.ts";
import { Choice } from "./Choice.tsx";

interface EditionChoiceProps {
  /** The IDs of editions. Empty if everyone sees a translation in their own language. */
  chosen: readonly string[];
  current: string | null;
  onChange: (ids: string[]) => void;
}

/** A choice of translations that everyone sees, instead of one in their own language. */
export function EditionChoice({ chosen, current, onChange }: EditionChoiceProps) {
  const t = getTexts("livePages");
  const offered = useOffered(current);
  return (
    <>
      <p className="muted text-sm">{t("ownTranslation")}</p>
      {offered.map(({ id, author, language }) => (
        <Choice
          key={id}
          label={t("edition", { language: t(languageNames[language]), author })}
          isOn={chosen.includes(id)}
          onChange={(isOn) =>
            onChange(
              offered
                .map((each) => each.id)
                .filter((each) => (each === id ? isOn : chosen.includes(each))),
            )
          }
        />
      ))}
    </>
  );
}
