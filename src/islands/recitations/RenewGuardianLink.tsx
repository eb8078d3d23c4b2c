import { useMutation } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { renewGuardianLink } from "#lib/recitations/recitations.calls.ts";

interface RenewGuardianLinkProps {
  courseId: string;
  /** The guardian's email address. */
  address: string;
}

/** Shows which guardian gets a child's lessons, and sends a new link to replace a leaked one. */
export default function RenewGuardianLink({ courseId, address }: RenewGuardianLinkProps) {
  const renewal = useMutation({ mutationFn: () => renewGuardianLink(courseId) }, queryClient);
  return (
    <div className="grid max-w-prose justify-items-start gap-2 text-sm">
      <p>
        We email new lessons to your guardian at <b className="font-medium">{address}</b>, with a
        link to this chart. Sending a new link turns off the old one.
      </p>
      {renewal.isError && <Alert>{messageOf(renewal.error)}</Alert>}
      {renewal.isSuccess && <Alert kind="success">{renewal.data}</Alert>}
      <Button
        look="quiet"
        className="btn-sm"
        busy={renewal.isPending}
        busyLabel="Sending..."
        onClick={() => renewal.mutate()}
      >
        Send a new link
      </Button>
    </div>
  );
}
