import { useMutation } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { renewGuardianLink } from "#lib/recitations/recitations.calls.ts";
import { getTexts } from "#translations/quran-chart.ts";

const t = getTexts("quranChart");

interface RenewGuardianLinkProps {
  courseId: string;
  /** The guardian's email address. */
  address: string;
}

/** Shows which guardian gets a child's lessons, and sends a new link to replace a leaked one. */
export default function RenewGuardianLink({ courseId, address }: RenewGuardianLinkProps) {
  const hydrated = useHydrated();
  const renewal = useMutation({ mutationFn: () => renewGuardianLink(courseId) }, queryClient);
  return (
    <div className="grid max-w-prose justify-items-start gap-2 text-sm">
      <p>
        {t.rich("guardian.text", {
          address,
          strong: (text) => (
            <bdi key="address" className="font-medium">
              {text}
            </bdi>
          ),
        })}
      </p>
      {renewal.isError && <Alert>{messageOf(renewal.error)}</Alert>}
      {renewal.isSuccess && <Alert kind="success">{renewal.data}</Alert>}
      <Button
        look="quiet"
        className="btn-sm"
        busy={renewal.isPending}
        busyLabel={t("guardian.busy")}
        // A click before hydration would be lost.
        disabled={!hydrated}
        onClick={() => renewal.mutate()}
      >
        {t("guardian.submit")}
      </Button>
    </div>
  );
}
