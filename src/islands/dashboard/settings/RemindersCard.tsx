import { useMutation, useQuery } from "@tanstack/react-query";
import { Alert } from "#islands/ui/Alert.tsx";
import { Busy } from "#islands/ui/Busy.tsx";
import { Trouble } from "#islands/ui/Trouble.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { fetchReminderChoice, saveReminderChoice } from "#lib/client/meetings.calls.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { type ReminderChoice, reminderSettingsPath } from "#lib/meetings.ts";
import { useCardOfAddress } from "./use-card-of-address.ts";

const anchor = reminderSettingsPath.split("#")[1] ?? "";
const key = ["reminders"];

/** Whether mails remind the person of meetings. */
export function RemindersCard({ onDone }: { onDone: (message: string) => void }) {
  const choice = useQuery({ queryKey: key, queryFn: fetchReminderChoice }, queryClient);
  const { section, heading } = useCardOfAddress(anchor);
  const saving = useMutation(
    {
      mutationFn: saveReminderChoice,
      onSuccess: (saved: ReminderChoice) => {
        queryClient.setQueryData(key, saved);
        onDone(saved.reminders ? "You will be reminded by mail." : "Reminders are off.");
      },
    },
    queryClient,
  );
  // Shown at once, and back again if it could not be saved.
  const isOn = saving.isPending ? saving.variables.reminders : choice.data?.reminders;
  return (
    <section
      ref={section}
      id={anchor}
      className="panel grid scroll-mt-24 gap-4 p-5"
      aria-labelledby="own-reminders"
    >
      <div className="grid gap-1">
        <h3
          id="own-reminders"
          ref={heading}
          tabIndex={-1}
          className="justify-self-start rounded-sm text-base"
        >
          Reminders
        </h3>
        <p className="muted text-sm">
          A mail a day and an hour before each meeting, in the time zone of your profile.
        </p>
      </div>
      {choice.isPending && <Busy label="Loading your reminders..." />}
      {choice.isError && (
        <Trouble
          message={messageOf(choice.error, "Failed to load your reminders")}
          retry={() => void choice.refetch()}
          busy={choice.isFetching}
        />
      )}
      {saving.isError && <Alert>{messageOf(saving.error, "Failed to save your reminders")}</Alert>}
      {isOn !== undefined && (
        <label className="flex items-center gap-3 justify-self-start text-sm font-medium">
          <input
            type="checkbox"
            className="checkbox"
            checked={isOn}
            aria-busy={saving.isPending}
            onChange={({ target }) => {
              if (!saving.isPending) saving.mutate({ reminders: target.checked });
            }}
          />
          Remind me by mail
        </label>
      )}
    </section>
  );
}
