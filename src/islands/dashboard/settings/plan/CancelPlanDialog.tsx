import { describeCanceling } from "#islands/plans/shared/describe-plan.ts";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import type { OwnPlan } from "#lib/plans/plans.responses.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/plans.ts";

const t = getTexts("plans");

interface CancelPlanDialogProps {
  plan: OwnPlan;
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Explains what canceling means, and asks for confirmation. */
export function CancelPlanDialog({ plan, busy, error, onConfirm, onClose }: CancelPlanDialogProps) {
  return (
    <Dialog open title={t("card.confirmTitle")} busy={busy} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm">{describeCanceling(plan, viewerZone())}</p>
        {error ? <Alert>{messageOf(error)}</Alert> : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="plain" onClick={onClose}>
            {t("card.keep")}
          </Button>
          <Button look="danger" busy={busy} busyLabel={t("card.cancelBusy")} onClick={onConfirm}>
            {t("card.cancel")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
