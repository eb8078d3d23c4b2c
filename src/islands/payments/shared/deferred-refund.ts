import { deferDialog } from "../../ui/deferred.tsx";

export const RefundDialog = deferDialog(
  async () => (await import("./RefundDialog.tsx")).RefundDialog,
);
