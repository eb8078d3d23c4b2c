const previewLength = 100;

/** The first hundred characters of a text with an ellipsis. A shorter text is unchanged. */
export function previewText(text: string): string {
  const characters = [...text];
  return characters.length > previewLength
    ? `${characters.slice(0, previewLength).join("")}…`
    : text;
}
