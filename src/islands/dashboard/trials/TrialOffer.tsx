import { useMutation } from "@tanstack/react-query";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { meetingServiceNames } from "#lib/meetings/meeting-services.ts";
import { updateProfile } from "#lib/people/people.calls.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { trialNoticeHours } from "#lib/trials/trials.rules.ts";
import { getTexts } from "#translations/trials.ts";

const t = getTexts("trials");

/** A switch to let students book free trial lessons in open slots. */
export function TrialOffer({ profile }: { profile: Profile }) {
  const change = useMutation(
    { mutationFn: (offersTrials: boolean) => updateProfile("teacher", { offersTrials }) },
    queryClient,
  );
  const isOn = change.isPending ? change.variables : (profile.offersTrials ?? false);
  return (
    <section className="panel grid gap-3 p-5">
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          className="checkbox mt-0.5"
          checked={isOn}
          // Disabled while saving, the checkbox would lose the focus.
          aria-busy={change.isPending}
          onChange={({ target }) => {
            if (!change.isPending) change.mutate(target.checked);
          }}
        />
        <span>
          <span className="font-medium">{t("offer")}</span>
          <span className="muted block text-sm">
            {t("offerText", { hours: trialNoticeHours, service: meetingServiceNames })}
          </span>
        </span>
      </label>
      {change.isSuccess && <Alert kind="success">{t(isOn ? "offerOn" : "offerOff")}</Alert>}
      {change.isError && <Alert>{messageOf(change.error)}</Alert>}
    </section>
  );
}
