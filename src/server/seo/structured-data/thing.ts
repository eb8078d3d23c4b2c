/** Structured data of pages, in the schema.org vocabulary as JSON-LD. */

import { cleanProse } from "#lib/text/clean-text.ts";

/** A thing, a list or a plain value. Undefined values are omitted from the JSON. */
export type Value = string | number | boolean | undefined | Thing | readonly Value[];

export interface Thing {
  "@type": string | readonly string[];
  "@id"?: string;
  [property: string]: Value;
}

/**
 * The content of a `<script type="application/ld+json">` element. Every `<` is escaped, so that
 * text from users can't end the script or start a comment in it.
 */
export function formatThings(things: readonly Thing[]): string {
  const [only] = things;
  const graph = things.length === 1 ? only : { "@graph": things };
  const document = { "@context": "https://schema.org", ...graph };
  return JSON.stringify(document, cleanValue).replaceAll("<", "\\u003c");
}

/** Removes control characters and characters that change the text direction. */
const cleanValue = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? cleanProse(value) : value;

/** Returns undefined for an empty list, so that the property is omitted. */
export function present(values: readonly string[]): readonly string[] | undefined {
  return values.length === 0 ? undefined : values;
}
