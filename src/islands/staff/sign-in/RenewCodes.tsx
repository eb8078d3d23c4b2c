import { useMutation } from "@tanstack/react-query";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { renewRecoveryCodes } from "#lib/staff/staff.calls.ts";
import { getTexts } from "#translations/staff.ts";

const t = getTexts("staff");

interface RenewCodesProps {
  left: number;
  onCodes: (codes: string[]) => void;
}

/** How many recovery codes are left, with a warning if there are none, and a button that replaces them. */
export function RenewCodes({ left, onCodes }: RenewCodesProps) {
  const renewing = useMutation({ mutationFn: renewRecoveryCodes, onSuccess: onCodes }, queryClient);
  return (
    <section className="panel grid gap-3 p-5">
      <h2 className="font-semibold">
        {left === 0 ? t("signIn.codes") : t("signIn.codesLeft", { count: left })}
      </h2>
      {left === 0 && <Alert kind="warning">{t("signIn.noCodesLeft")}</Alert>}
      {renewing.isError && <Alert>{messageOf(renewing.error)}</Alert>}
      <div>
        <Button
          look={left === 0 ? "main" : "quiet"}
          busy={renewing.isPending}
          onClick={() => renewing.mutate()}
        >
          {t("signIn.newCodes")}
        </Button>
      </div>
    </section>
  );
}
