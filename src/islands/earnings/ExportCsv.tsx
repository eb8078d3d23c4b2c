import { useMutation } from "@tanstack/react-query";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { saveFile } from "#lib/client/save-file.ts";

const failed = "Failed to export your earnings. Please try again later.";

/** A link to the CSV file. When clicked, it shows an error if the file isn't available. */
export function ExportCsv({ href }: { href: string }) {
  const saving = useMutation(
    { mutationFn: () => saveFile(href, "earnings.csv", failed) },
    queryClient,
  );
  return (
    <>
      <a
        className="btn btn-outline border-base-300"
        href={href}
        download
        aria-disabled={saving.isPending || undefined}
        onClick={(event) => {
          event.preventDefault();
          if (!saving.isPending) saving.mutate();
        }}
      >
        <Icon name="download" />
        {saving.isPending ? "Exporting..." : "Export CSV"}
      </a>
      {saving.isError && (
        <div className="order-last basis-full">
          <Alert>{messageOf(saving.error)}</Alert>
        </div>
      )}
    </>
  );
}
