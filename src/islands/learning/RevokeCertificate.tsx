import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { revokeCertificate } from "#lib/learning/learning.calls.ts";

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
        Revoke certificate
      </Button>
      <Dialog open={asking} title="Revoke this certificate?" onClose={() => setAsking(false)}>
        <p className="text-sm">
          Anyone who checks it will see that it's no longer valid. This can't be undone.
        </p>
        {revoking.isError && <Alert>{messageOf(revoking.error)}</Alert>}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button
            look="danger"
            busy={revoking.isPending || revoking.isSuccess}
            busyLabel="Revoking..."
            onClick={() => revoking.mutate()}
          >
            Revoke
          </Button>
        </div>
      </Dialog>
    </>
  );
}
