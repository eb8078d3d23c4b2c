/** Whether the text can be stored: PostgreSQL has no U+0000, and lone surrogates aren't valid text. */
export const isStorableText = (text: string): boolean =>
  !text.includes("\u0000") && text.isWellFormed();
