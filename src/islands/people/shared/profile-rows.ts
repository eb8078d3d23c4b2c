/** Profile fields with any number of rows: certificates and education. */

import { getTexts as getFactTexts } from "#translations/profile-facts.ts";
import { getTexts } from "#translations/profiles.ts";
import type { RowFieldName, RowValues } from "./profile-values.ts";

const t = getTexts("profiles");
const facts = getFactTexts("profileFacts");

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
  columns: readonly RowColumn[];
}

const listYear = () => ({ name: "year", label: t("field.year"), type: "year" }) as const;

export const listCertificateRows = (): RowsField => ({
  kind: "rows",
  name: "certifications",
  label: facts("certifications"),
  columns: [
    { name: "name", label: t("certifications.name") },
    { name: "issuingAuthority", label: t("certifications.authority") },
    listYear(),
    {
      name: "verificationUrl",
      label: t("certifications.link"),
      type: "url",
      hint: t("certifications.linkHint"),
      optional: true,
    },
  ],
});

export const listEducationRows = (): RowsField => ({
  kind: "rows",
  name: "educationBackground",
  label: facts("educationBackground"),
  columns: [
    { name: "degree", label: t("educationBackground.degree") },
    { name: "major", label: t("educationBackground.major"), optional: true },
    { name: "institution", label: t("educationBackground.institution") },
    listYear(),
  ],
});

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
