/** The language of the interface, as in `<html lang>`. */
export const language = "en";

/** The locale in which dates, numbers and amounts are formatted. */
export const locale = "en-US";
