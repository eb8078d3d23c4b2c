import { useMutation } from "@tanstack/react-query";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { saveFile } from "#lib/client/save-file.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/earnings.ts";

const t = getTexts("earnings");

/** A link to the CSV file. When clicked, it shows an error if the file isn't available. */
export function ExportCsv({ href }: { href: string }) {
  const saving = useMutation(
    { mutationFn: () => saveFile(localizePath(href), "earnings.csv", t("exportFailed")) },
    queryClient,
  );
  return (
    <>
      <a
        className="btn btn-outline border-base-300"
        href={localizePath(href)}
        download
        aria-disabled={saving.isPending || undefined}
        onClick={(event) => {
          event.preventDefault();
          if (!saving.isPending) saving.mutate();
        }}
      >
        <Icon name="download" />
        {t(saving.isPending ? "exportBusy" : "exportCsv")}
      </a>
      {saving.isError && (
        <div className="order-last basis-full">
          <Alert>{messageOf(saving.error)}</Alert>
        </div>
      )}
    </>
  );
}
