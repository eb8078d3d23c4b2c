/** The frame of an account form. A dialog has its own frame. */
export const cardLook = {
  page: "panel grid gap-6 p-6 shadow-sm sm:p-8",
  dialog: "grid gap-6",
} as const;
