/** Names in PDF files, such as `/Type`. Any of their characters can be written as its code. */

const codeOf = (character: string): string => {
  const code = character.charCodeAt(0).toString(16);
  return [...code].map((digit) => `[${digit}${digit.toUpperCase()}]`).join("");
};

/**
 * Matches the names. The text is searched, because a list of all names would be a hundred times as
 * large as a file that consists of names.
 */
export function writtenAs(...names: string[]): RegExp {
  const written = names.map((name) =>
    [...name].map((character) => `(?:${character}|#${codeOf(character)})`).join(""),
  );
  return new RegExp(`/(?:${written.join("|")})(?![^\\0\\s()<>[\\]{}/%])`, "g");
}

const codedCharacter = /#([0-9a-fA-F]{2})/g;

export const decodeNames = (written: string): string =>
  written.replaceAll(codedCharacter, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
