import { isStorableText } from "#lib/text/storable-text.ts";

/** Deeper than any valid input, but safe for recursive code. */
const maxDepth = 50;

/**
 * Whether a parsed value contains nothing that fails later, in any field, including unknown ones:
 * excessive depth, infinite numbers, or text that the database can't store.
 */
export function isStorableJson(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === maxDepth) return false;
  return Object.entries(value).every(
    ([key, entry]) => isStorableJson(key) && isStorableJson(entry, depth + 1),
  );
}
