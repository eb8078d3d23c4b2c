import { useCallback, useState } from "react";
import { GuardedProfile } from "#islands/accounts/shared/Guarded.tsx";
import type { RefundedSeat } from "#islands/payments/shared/RefundDialog.tsx";
import { deferDialog } from "#islands/ui/deferred.tsx";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Toast } from "#islands/ui/feedback/Toast.tsx";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/earnings.ts";
import { withTexts } from "#translations/load.ts";
import { EarningsOfTeacher } from "./EarningsOfTeacher.tsx";

const t = getTexts("earnings");

const RefundDialog = deferDialog(
  async () => (await withTexts(import("#islands/payments/shared/RefundDialog.tsx"))).RefundDialog,
);

const toastMs = 3000;

function TeacherEarnings() {
  const [refunded, setRefunded] = useState<RefundedSeat>();
  const [toast, setToast] = useState<string>();
  const hideToast = useCallback(() => setToast(undefined), []);
  return (
    <>
      <EarningsOfTeacher onRefund={setRefunded} />
      {refunded && (
        <RefundDialog seat={refunded} onDone={setToast} onClose={() => setRefunded(undefined)} />
      )}
      <Toast message={toast} duration={toastMs} onHidden={hideToast} />
    </>
  );
}

export default function Earnings() {
  return (
    <GuardedProfile>
      {(profile) =>
        profile.role === "teacher" ? (
          <TeacherEarnings />
        ) : (
          <EmptyState
            title={t("onlyTeachers")}
            action={
              <a className="btn btn-secondary" href={localizePath("/dashboard/receipts")}>
                {t("receipts")}
              </a>
            }
          />
        )
      }
    </GuardedProfile>
  );
}
