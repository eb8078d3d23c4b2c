/** The language of the interface, as in `<html lang>`. */
export const language = "en";

/** The direction in which the language is written, as in `<html dir>`. */
export const direction = "ltr";

/** The locale in which dates, numbers and amounts are formatted. */
export const locale = "en-US";
