/** Profile fields with any number of rows: certificates and education. */
import type { RowFieldName, RowValues } from "./profile-values.ts";

interface RowColumn {
  name: string;
  label: string;
  optional?: boolean;
  /** `year` is sent as a number. */
  type?: "url" | "year";
  hint?: string;
}

export interface RowsField {
  kind: "rows";
  name: RowFieldName;
  label: string;
  /** Name of one row within a sentence. */
  entry: string;
  columns: readonly RowColumn[];
}

const year = { name: "year", label: "Year", type: "year" } as const;

export const certificateRows: RowsField = {
  kind: "rows",
  name: "certifications",
  label: "Certificates",
  entry: "certificate",
  columns: [
    { name: "name", label: "Certificate name" },
    { name: "issuingAuthority", label: "Issuing authority" },
    year,
    {
      name: "verificationUrl",
      label: "Verification link",
      type: "url",
      hint: "A link where students can verify it, https://…",
      optional: true,
    },
  ],
};

export const educationRows: RowsField = {
  kind: "rows",
  name: "educationBackground",
  label: "Education",
  entry: "education entry",
  columns: [
    { name: "degree", label: "Degree" },
    { name: "major", label: "Major", optional: true },
    { name: "institution", label: "Institution" },
    year,
  ],
};

export const emptyRow = ({ columns }: RowsField): RowValues =>
  Object.fromEntries(columns.map(({ name }) => [name, ""]));

/** Converts rows for the schema: years become numbers, and empty optional columns become null. */
export function readRows({ columns }: RowsField, rows: readonly RowValues[]): object[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map((column) => [column.name, readColumn(column, row)])),
  );
}

function readColumn({ name, type, optional }: RowColumn, row: RowValues): unknown {
  const text = (row[name] ?? "").trim();
  if (type === "year") return /^\d+$/.test(text) ? Number(text) : null;
  return text === "" && optional ? null : text;
}
