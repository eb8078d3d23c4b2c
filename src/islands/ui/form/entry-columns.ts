/** The columns of lists of entries in forms, such as certificates, and their conversion for schemas. */

/** The texts of one entry, by column. */
export type Entry = Record<string, string>;

export interface EntryColumn {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  /** `year` is sent as a number, and `lines` as a list. */
  type?: "url" | "year" | "lines";
}

export const emptyEntry = (columns: readonly EntryColumn[]): Entry =>
  Object.fromEntries(columns.map(({ name }) => [name, ""]));

/** The entry for the schema: empty optional columns become null. */
export const readEntry = (columns: readonly EntryColumn[], entry: Entry): object =>
  Object.fromEntries(columns.map((column) => [column.name, readColumn(column, entry)]));

function readColumn({ name, type, optional }: EntryColumn, entry: Entry): unknown {
  const text = (entry[name] ?? "").trim();
  if (type === "year") return /^\d+$/.test(text) ? Number(text) : null;
  if (type === "lines") {
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  }
  return text === "" && optional ? null : text;
}
