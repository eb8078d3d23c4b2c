import { useMutation, useQuery } from "@tanstack/react-query";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { saveEmailPreferences } from "#lib/account-settings/account-settings.calls.ts";
import {
  emailPreferencesOptions,
  putEmailPreferences,
} from "#lib/account-settings/account-settings.queries.ts";
import {
  type EmailPreference,
  emailPreferenceNames,
  emailPreferences,
  emailSettingsPath,
} from "#lib/account-settings/email-preferences.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { getTexts } from "#translations/account-settings.ts";
import { SettingsCard } from "./SettingsCard.tsx";

const t = getTexts("accountSettings");

/** The person's email settings. */
export function EmailPreferencesCard({ onDone }: { onDone: (message: string) => void }) {
  const choices = useQuery(emailPreferencesOptions(), queryClient);
  return (
    <SettingsCard title={t("emails.title")} hint={t("emails.hint")} path={emailSettingsPath}>
      {choices.isPending && <Loading label={t("emails.loading")} />}
      {choices.isError && <QueryError query={choices} />}
      {choices.data &&
        emailPreferenceNames.map((preference) => (
          <MailSwitch
            key={preference}
            preference={preference}
            isOn={choices.data[preference]}
            onDone={onDone}
          />
        ))}
    </SettingsCard>
  );
}

interface MailSwitchProps {
  preference: EmailPreference;
  isOn: boolean;
  onDone: (message: string) => void;
}

function MailSwitch({ preference, isOn, onDone }: MailSwitchProps) {
  const { label, hint } = emailPreferences[preference];
  const saving = useMutation(
    {
      mutationFn: (wanted: boolean) => saveEmailPreferences({ [preference]: wanted }),
      onSuccess: (saved) => {
        putEmailPreferences(saved);
        onDone(t(`emails.${preference}.${saved[preference] ? "on" : "off"}`));
      },
    },
    queryClient,
  );
  const nameId = `mails-${preference}`;
  const hintId = `${nameId}-hint`;
  return (
    <div className="grid gap-2">
      <label className="grid grid-cols-[auto_1fr] items-start gap-x-3 justify-self-start text-sm">
        <input
          type="checkbox"
          className="checkbox"
          // Optimistic update, rolled back if saving fails.
          checked={saving.isPending ? saving.variables : isOn}
          aria-busy={saving.isPending}
          aria-describedby={hintId}
          aria-labelledby={nameId}
          onChange={({ target }) => {
            if (!saving.isPending) saving.mutate(target.checked);
          }}
        />
        <span className="grid gap-0.5">
          <span id={nameId} className="font-medium">
            {label}
          </span>
          <span id={hintId} className="muted">
            {hint}
          </span>
        </span>
      </label>
      {saving.isError && <Alert>{messageOf(saving.error)}</Alert>}
    </div>
  );
}
