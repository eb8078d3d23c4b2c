/** Checks on text that people write, shared by every schema. */
import * as z from "zod/mini";
import { cleanLine, cleanName, cleanProse } from "./clean-text.ts";
import { containsWebAddress } from "./web-address.ts";

// PostgreSQL can't store U+0000, and lone surrogates are not valid UTF-8.
const storable = z.refine<string>(
  (value) => !value.includes("\u0000") && value.isWellFormed(),
  "This text contains characters that can't be stored.",
);

/** Trims and cleans. A text that is rejected anyway, for its length or a broken character, is left alone. */
const cleaned = (clean: (text: string) => string, maximum: number) =>
  z.overwrite<string>((value) => {
    const trimmed = value.trim();
    const isHopeless = trimmed.length > 4 * maximum || !trimmed.isWellFormed();
    return isHopeless ? trimmed : clean(trimmed).trim();
  });

/** One line: trimmed, without line breaks (names and titles are used in email headers and file names). */
export function line(maximum: number, missing?: string) {
  return z.string(missing ?? "Please enter some text.").check(
    cleaned(cleanLine, maximum),
    storable,
    z.refine((value) => !/[\r\n]/.test(value), "Please keep this on one line."),
    z.maxLength(maximum, `Please use at most ${maximum} characters.`),
  );
}

/** White space, and signs that take none: zero-width and formatting ones, fillers, blanks. */
const unseen = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether there is nothing to see in the text. */
export function isBlank(text: string): boolean {
  return text.replace(unseen, "") === "";
}

/** Rejects text that looks empty like empty text, which is rejected by its length. */
const seen = (missing: string) =>
  z.refine<string>((value) => value === "" || !isBlank(value), missing);

/** One line that must not be empty. `missing` is the message for it. */
export function requiredLine(maximum: number, missing: string) {
  return line(maximum, missing).check(z.minLength(1, missing), seen(missing));
}

/** Several lines, trimmed. */
export function prose(maximum: number, missing?: string) {
  return z
    .string(missing ?? "Please enter some text.")
    .check(
      cleaned(cleanProse, maximum),
      storable,
      z.maxLength(maximum, `Please use at most ${maximum} characters.`),
    );
}

/** Several lines that may not be empty. */
export function requiredProse(maximum: number, missing: string) {
  return prose(maximum, missing).check(z.minLength(1, missing), seen(missing));
}

/** Longer ones are refused for their length. */
const maxNameLength = 200;

/** A name may be shown beside others and in emails, so it is no place for advertising. */
export const withoutWebAddress = z.refine<string>(
  (value) => value.length > maxNameLength || !containsWebAddress(value),
  "Please enter a name without a web address.",
);

/** What a person is called: one line in any script, in which there is something to read. */
export function personName(missing: string) {
  return requiredLine(100, missing).check(
    cleaned(cleanName, 100),
    z.refine((value) => /[\p{L}\p{N}]/u.test(value), missing),
    withoutWebAddress,
  );
}

/** 'a, b,, c ' → ['a', 'b', 'c']; Arabic commas and line ends part as well. */
export function splitList(value: string): string[] {
  return value
    .split(/[,،\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
