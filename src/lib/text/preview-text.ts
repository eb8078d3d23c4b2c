const previewLength = 100;

/** The first hundred characters of a text and an ellipsis; a shorter text as it is. */
export function previewText(text: string): string {
  const characters = [...text];
  return characters.length > previewLength
    ? `${characters.slice(0, previewLength).join("")}…`
    : text;
}
