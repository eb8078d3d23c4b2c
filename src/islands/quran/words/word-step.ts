import type { KeyboardEvent } from "react";

/** How many words an arrow key moves forward. The text is written from right to left. */
export function readWordStep({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): 1 | -1 | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === "ArrowLeft") return 1;
  return key === "ArrowRight" ? -1 : undefined;
}
