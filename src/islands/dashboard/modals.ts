/** Dashboard dialogs that can be opened from several tabs. */

import { successMessageMs } from "#islands/ui/form/success-message.ts";
import type { AccountModal } from "./settings/account/AccountModals.tsx";

export type Modal = AccountModal | "slots";

/** How long each kind of success toast is shown, in milliseconds. */
export const toastTimes = { account: successMessageMs, schedule: 3_000 } as const;

export interface Dashboard {
  /** Opens a dialog. */
  openModal: (modal: Modal) => void;
  /** Shows a success toast. */
  showToast: (message: string, duration?: number) => void;
}
