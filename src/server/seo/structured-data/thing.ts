/** Structured data of pages: schema.org's vocabulary as JSON-LD. */

import { cleanProse } from "#lib/text/clean-text.ts";

/** A thing, a list of them or a plain value. Absent values are left out of the JSON. */
export type Value = string | number | boolean | undefined | Thing | readonly Value[];

export interface Thing {
  "@type": string | readonly string[];
  "@id"?: string;
  [property: string]: Value;
}

/**
 * The text of a `<script type="application/ld+json">`. User text can't end the script or start a
 * comment in it, because every `<` is escaped.
 */
export function formatThings(things: readonly Thing[]): string {
  const [only] = things;
  const graph = things.length === 1 ? only : { "@graph": things };
  const document = { "@context": "https://schema.org", ...graph };
  return JSON.stringify(document, cleanValue).replaceAll("<", "\\u003c");
}

/** Other programs get no control characters and no marks that turn the text around them. */
const cleanValue = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? cleanProse(value) : value;

/** The same values without the empty ones, so that no property says nothing. */
export function present(values: readonly string[]): readonly string[] | undefined {
  return values.length === 0 ? undefined : values;
}
