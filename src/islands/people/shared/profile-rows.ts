/** Profile fields with any number of rows: certificates and education. */

import { getTexts as getFactTexts } from "#translations/profile-facts.ts";
import { getTexts } from "#translations/profiles.ts";
import { type EntryColumn, readEntry } from "../../ui/form/entry-columns.ts";
import type { RowFieldName, RowValues } from "./profile-values.ts";

const t = getTexts("profiles");
const facts = getFactTexts("profileFacts");

export interface RowsField {
  kind: "rows";
  name: RowFieldName;
  label: string;
  columns: readonly EntryColumn[];
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

/** Converts rows for the schema. */
export const readRows = ({ columns }: RowsField, rows: readonly RowValues[]): object[] =>
  rows.map((row) => readEntry(columns, row));
