import { useMutation, useQuery } from "@tanstack/react-query";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { saveEmailPreferences } from "#lib/account-settings/account-settings.calls.ts";
import {
  emailPreferencesOptions,
  putEmailPreferences,
} from "#lib/account-settings/account-settings.queries.ts";
import {
  type EmailPreferences,
  emailSettingsPath,
} from "#lib/account-settings/email-preferences.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { SettingsCard } from "./SettingsCard.tsx";

const kinds: {
  kind: keyof EmailPreferences;
  label: string;
  hint: string;
  on: string;
  off: string;
}[] = [
  {
    kind: "meetingReminders",
    label: "Class reminders",
    hint: "One day and one hour before each class, in your profile's time zone.",
    on: "Class reminders are on.",
    off: "Class reminders are off.",
  },
  {
    kind: "messageDigests",
    label: "Unread messages",
    hint: "One email when a message is unread for 30 minutes.",
    on: "Emails about unread messages are on.",
    off: "Emails about unread messages are off.",
  },
  {
    kind: "changeSummaries",
    label: "Activity summaries",
    hint: "New comments, and a single email when several things change at once.",
    on: "Activity summaries are on.",
    off: "Activity summaries are off.",
  },
];

/** The person's email settings. */
export function EmailPreferencesCard({ onDone }: { onDone: (message: string) => void }) {
  const choices = useQuery(emailPreferencesOptions(), queryClient);
  return (
    <SettingsCard
      title="Emails"
      hint="We'll always email you about class changes, receipts and your account."
      path={emailSettingsPath}
    >
      {choices.isPending && <Loading label="Loading your email settings..." />}
      {choices.isError && (
        <ErrorAlert
          message={messageOf(choices.error, "Your email settings could not be loaded.")}
          retry={() => void choices.refetch()}
          busy={choices.isFetching}
        />
      )}
      {choices.data &&
        kinds.map((each) => (
          <MailSwitch key={each.kind} {...each} isOn={choices.data[each.kind]} onDone={onDone} />
        ))}
    </SettingsCard>
  );
}

interface MailSwitchProps {
  kind: keyof EmailPreferences;
  label: string;
  hint: string;
  on: string;
  off: string;
  isOn: boolean;
  onDone: (message: string) => void;
}

function MailSwitch({ kind, label, hint, on, off, isOn, onDone }: MailSwitchProps) {
  const saving = useMutation(
    {
      mutationFn: (wanted: boolean) => saveEmailPreferences({ [kind]: wanted }),
      onSuccess: (saved) => {
        putEmailPreferences(saved);
        onDone(saved[kind] ? on : off);
      },
    },
    queryClient,
  );
  const nameId = `mails-${kind}`;
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
      {saving.isError && (
        <Alert>{messageOf(saving.error, "Your choice could not be saved.")}</Alert>
      )}
    </div>
  );
}
