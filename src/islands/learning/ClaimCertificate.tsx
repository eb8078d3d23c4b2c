import { useMutation } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { claimCertificate } from "#lib/learning/learning.calls.ts";
import { getTexts } from "#translations/learning.ts";

const t = getTexts("learning");

/** A button to issue the certificate and open it. */
export default function ClaimCertificate({ courseId }: { courseId: string }) {
  const claim = useMutation(
    {
      mutationFn: () => claimCertificate(courseId),
      onSuccess: (code) => goTo(`/certificates/${code}`),
    },
    queryClient,
  );
  return (
    <div className="grid justify-items-start gap-3">
      {claim.isError && <Alert>{messageOf(claim.error)}</Alert>}
      <Button
        busy={claim.isPending || claim.isSuccess}
        busyLabel={t("issue.busy")}
        onClick={() => claim.mutate()}
      >
        {t("issue.submit")}
      </Button>
    </div>
  );
}
