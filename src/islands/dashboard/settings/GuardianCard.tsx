import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { requestGuardian } from "#lib/account-settings/account-settings.calls.ts";
import {
  guardianStatusOptions,
  refreshGuardianStatus,
} from "#lib/account-settings/account-settings.queries.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import type { GuardianStatus } from "#lib/guardians/guardians.responses.ts";
import { guardianSettingsPath } from "#lib/guardians/guardians.rules.ts";
import { getTexts } from "#translations/account-settings.ts";
import { SettingsCard } from "./SettingsCard.tsx";

const t = getTexts("accountSettings");

/** Whether a child's guardian has agreed to emails, with a button to resend the request. */
export function GuardianCard({ onDone }: { onDone: (message: string) => void }) {
  const status = useQuery(guardianStatusOptions(), queryClient);
  return (
    <SettingsCard title={t("guardian.title")} hint={t("guardian.hint")} path={guardianSettingsPath}>
      {status.isPending && <Loading label={t("guardian.loading")} />}
      {status.isError && <QueryError query={status} />}
      {status.data && <Status status={status.data} onDone={onDone} />}
    </SettingsCard>
  );
}

interface StatusProps {
  status: GuardianStatus;
  onDone: (message: string) => void;
}

function Status({ status: { state, address }, onDone }: StatusProps) {
  const request = useMutation(
    {
      mutationFn: requestGuardian,
      onSuccess: () => {
        void refreshGuardianStatus();
        onDone(t("guardian.resent"));
      },
    },
    queryClient,
  );
  return (
    <div className="grid gap-3 text-sm">
      {address && <p className="font-medium wrap-anywhere">{address}</p>}
      <p role="status">{t(`guardian.${state}`)}</p>
      {state === "waiting" && (
        <Button
          look="quiet"
          className="justify-self-start"
          busy={request.isPending}
          onClick={() => request.mutate()}
        >
          {t("guardian.resend")}
        </Button>
      )}
      {request.isError && <Alert>{messageOf(request.error)}</Alert>}
    </div>
  );
}
