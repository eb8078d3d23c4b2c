/** How long the success of a form is shown before it closes, in milliseconds. */
export const successMessageMs = 2_000;
