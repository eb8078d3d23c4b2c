import { useMutation, useQuery } from "@tanstack/react-query";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { saveLanguage } from "#lib/account-settings/account-settings.calls.ts";
import { languageOptions, putLanguage } from "#lib/account-settings/account-settings.queries.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { type Language, languageFacts } from "#lib/languages.ts";
import { getTexts } from "#translations/account-settings.ts";
import { SettingsCard } from "./SettingsCard.tsx";

const t = getTexts("accountSettings");

/** The language of emails. Shown only if the site offers several languages. */
export function LanguageCard({ onDone }: { onDone: (message: string) => void }) {
  const { data } = useQuery(languageOptions(), queryClient);
  const saving = useMutation(
    {
      mutationFn: (language: Language) => saveLanguage({ language }),
      onSuccess: (saved) => {
        putLanguage(saved);
        onDone(t("language.saved", { language: languageFacts[saved.language].name }));
      },
    },
    queryClient,
  );
  if (!data || data.offered.length < 2) return null;
  return (
    <SettingsCard title={t("language.title")} hint={t("language.hint")}>
      <SelectField
        label={t("language.label")}
        className="max-w-xs"
        options={data.offered.map((value) => ({ value, label: languageFacts[value].name }))}
        // Optimistic update, rolled back if saving fails.
        value={saving.isPending ? saving.variables : data.language}
        aria-busy={saving.isPending}
        onChange={({ target }) => {
          if (!saving.isPending) saving.mutate(target.value as Language);
        }}
      />
      {saving.isError && <Alert>{messageOf(saving.error)}</Alert>}
    </SettingsCard>
  );
}
