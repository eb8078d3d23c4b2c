/**
 * Removes whitespace from an inline script, which no bundler sees. This is safe if no string or
 * pattern of the script contains one of these operators or brackets beside a space, and every
 * statement ends with a semicolon or a bracket.
 */
export const removeSpaces = (source: string): string =>
  source
    .replaceAll(/\n\s*/g, "\n")
    .replaceAll(/ (=>|[=!]=|\|\||&&|[=?:+]) /g, "$1")
    .replaceAll(/\s*([{}();,])\s*/g, "$1")
    .replaceAll(/(\w): (?=")/g, "$1:")
    .replaceAll(";}", "}")
    .trim();
