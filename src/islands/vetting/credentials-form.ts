/** The fields of the form for credentials, and their conversion for the schema. */
import { type Entry, type EntryColumn, readEntry } from "#islands/ui/form/entry-columns.ts";
import type { OwnVetting } from "#lib/vetting/vetting.responses.ts";
import { getTexts } from "#translations/vetting.ts";

const t = getTexts("vetting");

export type ListName = "ijazahs" | "certifications" | "educationBackground";
export type CredentialValues = Record<ListName, Entry[]>;

const link = (label: string): EntryColumn => ({
  name: "verificationUrl",
  label,
  hint: t("linkHint"),
  type: "url",
  optional: true,
});

/** The columns of each list, in display order. */
export const listColumns = (): Record<ListName, readonly EntryColumn[]> => ({
  ijazahs: [
    { name: "reading", label: t("ijazahs.reading"), hint: t("ijazahs.readingHint") },
    { name: "year", label: t("ijazahs.year"), type: "year" },
    {
      name: "chain",
      label: t("ijazahs.chain"),
      hint: t("ijazahs.chainHint"),
      type: "lines",
    },
    link(t("ijazahs.link")),
  ],
  certifications: [
    { name: "name", label: t("certifications.name") },
    { name: "issuingAuthority", label: t("certifications.authority") },
    { name: "year", label: t("ijazahs.year"), type: "year" },
    link(t("ijazahs.link")),
  ],
  educationBackground: [
    { name: "degree", label: t("educationBackground.degree") },
    { name: "major", label: t("educationBackground.major"), optional: true },
    { name: "institution", label: t("educationBackground.institution") },
    { name: "year", label: t("ijazahs.year"), type: "year" },
  ],
});

export const listNames: readonly ListName[] = ["ijazahs", "certifications", "educationBackground"];

/** The values of the form for what the server returned. */
export function toValues(vetting: Pick<OwnVetting, ListName>): CredentialValues {
  const columns = listColumns();
  const toRows = (name: ListName): Entry[] =>
    vetting[name].map((entry) => {
      const values: Record<string, unknown> = { ...entry };
      return Object.fromEntries(
        columns[name].map((column) => [column.name, toText(column, values)]),
      );
    });
  return {
    ijazahs: toRows("ijazahs"),
    certifications: toRows("certifications"),
    educationBackground: toRows("educationBackground"),
  };
}

function toText({ name }: EntryColumn, entry: Record<string, unknown>): string {
  const value = entry[name];
  return Array.isArray(value) ? value.join("\n") : String(value ?? "");
}

/** The input for the schema. */
export function toInput(values: CredentialValues): Record<ListName, object[]> {
  const columns = listColumns();
  const read = (name: ListName): object[] =>
    values[name].map((entry) => readEntry(columns[name], entry));
  return {
    ijazahs: read("ijazahs"),
    certifications: read("certifications"),
    educationBackground: read("educationBackground"),
  };
}
