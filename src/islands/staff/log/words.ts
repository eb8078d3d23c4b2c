/** Reads codes that are stored in the audit log. Their words are those of the pages that show them. */
import { formatList } from "#lib/text/display-names.ts";

/** A code in words; undefined for codes of an earlier version. */
export type ReadCode = (value: unknown) => string | undefined;

export const word =
  <Code extends string>(codes: readonly Code[], write: (code: Code) => string): ReadCode =>
  (value) => {
    const known = codes.find((code) => code === value);
    return known && write(known);
  };

/** A list of codes; undefined if one of them is unknown. */
export const words =
  (read: ReadCode): ReadCode =>
  (value) => {
    if (!Array.isArray(value)) return;
    const known = value.map(read).filter((each) => each !== undefined);
    return known.length === value.length ? formatList(known) : undefined;
  };
