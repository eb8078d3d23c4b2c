import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { revokeCertificate } from "#lib/learning/learning.calls.ts";
import { getTexts } from "#translations/learning.ts";

const t = getTexts("learning");

/** Lets the teacher revoke a certificate after a confirmation. */
export default function RevokeCertificate({ code }: { code: string }) {
  const [asking, setAsking] = useState(false);
  const revoking = useMutation(
    { mutationFn: () => revokeCertificate(code), onSuccess: () => location.reload() },
    queryClient,
  );
  return (
    <>
      <Button look="danger" className="btn-sm" onClick={() => setAsking(true)}>
        {t("revoke.open")}
      </Button>
      <Dialog open={asking} title={t("revoke.title")} onClose={() => setAsking(false)}>
        <p className="text-sm">{t("revoke.text")}</p>
        {revoking.isError && <Alert>{messageOf(revoking.error)}</Alert>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={() => setAsking(false)}>
            {t("revoke.cancel")}
          </Button>
          <Button
            look="danger"
            busy={revoking.isPending || revoking.isSuccess}
            busyLabel={t("revoke.busy")}
            onClick={() => revoking.mutate()}
          >
            {t("revoke.submit")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
