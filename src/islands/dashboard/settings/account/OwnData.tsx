import { useMutation } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { fetchOwnData } from "#lib/account-settings/account-settings.calls.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { saveBlob } from "#lib/client/save-file.ts";
import { getTexts } from "#translations/account-settings.ts";
import { SettingsCard } from "../SettingsCard.tsx";

const t = getTexts("accountSettings");

/** Downloads a document as a file. */
function save(data: object, name: string): void {
  saveBlob(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }), name);
}

/** Exports everything stored about the person. */
export function OwnData({ onDone }: { onDone: (message: string) => void }) {
  const download = useMutation(
    {
      mutationFn: fetchOwnData,
      onSuccess: (data) => {
        save(data, "halaqa-my-data.json");
        onDone(t("data.downloaded"));
      },
    },
    queryClient,
  );
  return (
    <SettingsCard title={t("data.title")} hint={t("data.hint")}>
      {download.isError && <Alert>{messageOf(download.error)}</Alert>}
      <Button
        look="quiet"
        className="justify-self-start"
        busy={download.isPending}
        busyLabel={t("data.busy")}
        onClick={() => download.mutate()}
      >
        {t("data.download")}
      </Button>
    </SettingsCard>
  );
}
