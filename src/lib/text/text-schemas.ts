/** Schemas for text that users write. */
import * as z from "zod/mini";
import { isBlank } from "./blank-text.ts";
import { cleanLine, cleanName, cleanProse, cleanVerbatim } from "./clean-text.ts";
import { isStorableText } from "./storable-text.ts";
import { containsWebAddress } from "./web-address.ts";

const storable = z.refine<string>(
  isStorableText,
  "This text contains characters that can't be stored.",
);

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
export function line(maximum: number, missing?: string) {
  return z.string(missing ?? "Please enter some text.").check(
    cleaned(cleanLine, maximum),
    storable,
    z.refine((value) => !/[\r\n]/.test(value), "Please keep this on one line."),
    z.maxLength(maximum, `Please use at most ${maximum} characters.`),
  );
}

/** Rejects text without visible characters. Empty text is rejected by the minimum length. */
const seen = (missing: string) =>
  z.refine<string>((value) => value === "" || !isBlank(value), missing);

/** One line that must not be empty. `missing` is the error for an empty text. */
export function requiredLine(maximum: number, missing: string) {
  return line(maximum, missing).check(z.minLength(1, missing), seen(missing));
}

/** Several lines of text, trimmed. */
export function prose(maximum: number, missing?: string) {
  return z
    .string(missing ?? "Please enter some text.")
    .check(
      cleaned(cleanProse, maximum),
      storable,
      z.maxLength(maximum, `Please use at most ${maximum} characters.`),
    );
}

/** Several lines of text that must not be empty. */
export function requiredProse(maximum: number, missing: string) {
  return prose(maximum, missing).check(z.minLength(1, missing), seen(missing));
}

/**
 * Text that only its author sees, or that is quoted. It is stored as it was written, without control
 * characters. `tooLong` is the error for a longer text.
 */
export function verbatim(maximum: number, missing: string, tooLong?: string) {
  return z
    .string(missing)
    .check(
      z.overwrite(cleanVerbatim),
      storable,
      z.maxLength(maximum, tooLong ?? `Please use at most ${maximum} characters.`),
    );
}

/** Text as it was written that must not be empty. */
export function requiredVerbatim(maximum: number, missing: string) {
  return verbatim(maximum, missing).check(z.refine((value) => !isBlank(value), missing));
}

/** Longer names are rejected by their length, before this check. */
const maxNameLength = 200;

/** Names appear next to other people's and in emails, so they must not contain advertising. */
export const withoutWebAddress = z.refine<string>(
  (value) => value.length > maxNameLength || !containsWebAddress(value),
  "Please enter a name without a web address.",
);

/** A person's name: one line in any script with visible characters. */
export function personName(missing: string) {
  return requiredLine(100, missing).check(
    cleaned(cleanName, 100),
    z.refine((value) => /[\p{L}\p{N}]/u.test(value), missing),
    withoutWebAddress,
  );
}
