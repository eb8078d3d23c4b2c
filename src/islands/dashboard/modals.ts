/** The dialogs of the dashboard, which several tabs open. */

import { shownFor } from "#islands/ui/use-close-after-success.ts";
import type { AccountModal } from "./settings/AccountModals.tsx";

export type Modal = AccountModal | "slots";

/** How long the toast over each kind of success stays, in milliseconds. */
export const toastTimes = { account: shownFor, schedule: 3_000 } as const;

export interface Dashboard {
  /** Opens a dialog. */
  openModal: (modal: Modal) => void;
  /** Tells of a success at the top right. */
  showToast: (message: string, duration?: number) => void;
}
