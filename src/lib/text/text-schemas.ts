/** Schemas for text that users write. */
import * as z from "zod/mini";
import { getTexts } from "#translations/text.ts";
import { isBlank } from "./blank-text.ts";
import { cleanLine, cleanName, cleanProse, cleanVerbatim } from "./clean-text.ts";
import { isStorableText } from "./storable-text.ts";
import { containsWebAddress } from "./web-address.ts";

const t = getTexts("text");

/** An error message. A text of a catalog is a function, which is called for each error. */
export type ErrorText = string | (() => string);

const storable = z.refine<string>(isStorableText, { error: () => t("notStorable") });

const missingText = () => t("missing");
const atMost = (maximum: number) =>
  z.maxLength(maximum, { error: () => t("tooLong", { maximum }) });

/**
 * Trims and cleans the text. A text that is too long or malformed stays unchanged, because it is
 * rejected anyway.
 */
const cleaned = (clean: (text: string) => string, maximum: number) =>
  z.overwrite<string>((value) => {
    const trimmed = value.trim();
    const isHopeless = trimmed.length > 4 * maximum || !trimmed.isWellFormed();
    return isHopeless ? trimmed : clean(trimmed).trim();
  });

/**
 * One line, trimmed and without line breaks, because names and titles appear in email headers and
 * file names.
 */
export function line(maximum: number, missing: ErrorText = missingText) {
  return z.string({ error: missing }).check(
    cleaned(cleanLine, maximum),
    storable,
    z.refine((value) => !/[\r\n]/.test(value), { error: () => t("oneLine") }),
    atMost(maximum),
  );
}

/** Rejects text without visible characters. Empty text is rejected by the minimum length. */
const seen = (missing: ErrorText) =>
  z.refine<string>((value) => value === "" || !isBlank(value), { error: missing });

/** One line that must not be empty. `missing` is the error for an empty text. */
export function requiredLine(maximum: number, missing: ErrorText) {
  return line(maximum, missing).check(z.minLength(1, { error: missing }), seen(missing));
}

/** Several lines of text, trimmed. */
export function prose(maximum: number, missing: ErrorText = missingText) {
  return z
    .string({ error: missing })
    .check(cleaned(cleanProse, maximum), storable, atMost(maximum));
}

/** Several lines of text that must not be empty. */
export function requiredProse(maximum: number, missing: ErrorText) {
  return prose(maximum, missing).check(z.minLength(1, { error: missing }), seen(missing));
}

/**
 * Text that only its author sees, or that is quoted. It is stored as it was written, without control
 * characters. `tooLong` is the error for a longer text.
 */
export function verbatim(maximum: number, missing: ErrorText, tooLong?: ErrorText) {
  return z
    .string({ error: missing })
    .check(
      z.overwrite(cleanVerbatim),
      storable,
      tooLong === undefined ? atMost(maximum) : z.maxLength(maximum, { error: tooLong }),
    );
}

/** Text as it was written that must not be empty. */
export function requiredVerbatim(maximum: number, missing: ErrorText) {
  return verbatim(maximum, missing).check(z.refine((value) => !isBlank(value), { error: missing }));
}

/** Longer names are rejected by their length, before this check. */
const maxNameLength = 200;

/** Names appear next to other people's and in emails, so they must not contain advertising. */
export const withoutWebAddress = z.refine<string>(
  (value) => value.length > maxNameLength || !containsWebAddress(value),
  { error: () => t("webAddress") },
);

/** A person's name: one line in any script with visible characters. */
export function personName(missing: ErrorText) {
  return requiredLine(100, missing).check(
    cleaned(cleanName, 100),
    z.refine((value) => /[\p{L}\p{N}]/u.test(value), { error: missing }),
    withoutWebAddress,
  );
}
