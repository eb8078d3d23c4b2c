/** Whether the text can be stored: PostgreSQL has no U+0000, and lone surrogates are no Unicode. */
export const isStorableText = (text: string): boolean =>
  !text.includes("\u0000") && text.isWellFormed();
