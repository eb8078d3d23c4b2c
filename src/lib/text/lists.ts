/** 'a, b,, c ' → ['a', 'b', 'c']. Arabic commas and line breaks are separators too. */
export function splitList(value: string): string[] {
  return value
    .split(/[,،\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
