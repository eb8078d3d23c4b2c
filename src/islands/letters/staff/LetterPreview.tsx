import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { type Language, languageFacts, languages } from "#lib/languages.ts";
import { testLetter } from "#lib/letters/letters.calls.ts";
import type { LetterDetail } from "#lib/letters/letters.responses.ts";
import { toHref } from "#lib/paging/list-url.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/staff-letters.ts";

const t = getTexts("staffLetters");

const themes = ["light", "dark"] as const;

interface LetterPreviewProps {
  letter: LetterDetail;
  language: Language;
  onLanguage: (language: Language) => void;
  isUnsaved: boolean;
}

/** The email as recipients get it. It is a separate page, whose policy allows no scripts. */
export function LetterPreview({ letter, language, onLanguage, isUnsaved }: LetterPreviewProps) {
  const [theme, setTheme] = useState<(typeof themes)[number]>("light");
  const test = useMutation({ mutationFn: () => testLetter(letter._id, language) }, queryClient);
  const revision = String(letter.revision);
  const address = toHref(`/staff/letters/${letter._id}/preview`, { language, theme, revision });
  return (
    <section className="panel grid min-w-0 gap-4 p-5 xl:sticky xl:top-8">
      <h2 className="text-lg">{t("preview.title")}</h2>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          className="min-w-36 flex-1"
          label={t("preview.language")}
          value={language}
          options={languages.map((each) => ({ value: each, label: languageFacts[each].name }))}
          onChange={({ target }) => {
            test.reset();
            onLanguage(target.value as Language);
          }}
        />
        <SelectField
          className="min-w-28 flex-1"
          label={t("preview.theme")}
          value={theme}
          options={themes.map((each) => ({ value: each, label: t(`preview.${each}`) }))}
          onChange={({ target }) => setTheme(target.value === "dark" ? "dark" : "light")}
        />
        <Button
          look="quiet"
          busy={test.isPending}
          busyLabel={t("test.busy")}
          disabled={isUnsaved}
          onClick={() => test.mutate()}
        >
          {t("test.action")}
        </Button>
      </div>
      {isUnsaved && <p className="muted text-sm">{t("unsaved")}</p>}
      {test.isSuccess && <Alert kind="success">{t("test.done")}</Alert>}
      {test.isError && <Alert>{messageOf(test.error)}</Alert>}
      <iframe
        key={address}
        sandbox=""
        title={t("preview.frame")}
        src={localizePath(address)}
        className="h-[40rem] w-full rounded-box border border-base-300"
      />
    </section>
  );
}
