/** The buttons of a long form in a dialog, which stay in view. */
export const dialogActionsLook =
  "sticky bottom-0 -mx-5 flex gap-3 border-t border-base-300 bg-base-100 px-5 py-3 sm:-mx-6 sm:px-6";
