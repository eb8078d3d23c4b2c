import { useState } from "react";
import { deferPart } from "#islands/ui/deferred.tsx";
import { getTexts } from "#translations/live-pages.ts";
import { withTexts } from "#translations/load.ts";
import { useLive } from "../live-context.ts";
import { Choice } from "./Choice.tsx";

const EditionChoice = deferPart(
  async () => (await withTexts(import("./EditionChoice.tsx"))).EditionChoice,
  {
    isRare: true,
  },
);

/** What the class sees besides the Arabic text, and whether everyone's page follows the lead's. */
export function ShowChoices() {
  const t = getTexts("livePages");
  const { view, session } = useLive();
  const { translations, transliteration, gloss, locked, current } = view.state;
  const chosen = Array.isArray(translations) ? translations : [];
  const [isOpen, setOpen] = useState(chosen.length > 0);
  return (
    <fieldset className="live-choices">
      <legend className="eyebrow">{t("showToClass")}</legend>
      <Choice
        label={t("translation")}
        isOn={translations !== false}
        onChange={(isOn) => void session.send({ command: "show", translations: isOn })}
      />
      {translations !== false && (
        <details
          className="live-editions"
          open={isOpen}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary>{t("sameTranslation")}</summary>
          {isOpen && (
            <EditionChoice
              chosen={chosen}
              current={current}
              onChange={(ids) =>
                void session.send({ command: "show", translations: ids.length === 0 || ids })
              }
            />
          )}
        </details>
      )}
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
