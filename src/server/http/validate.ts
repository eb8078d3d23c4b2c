import type { StandardSchemaV1 } from "@standard-schema/spec";
import { validator } from "hono-openapi";
import { AppError, type FieldError } from "#lib/errors.ts";
import { getTexts } from "#translations/translate.ts";
import { isStorableJson } from "./bodies/storable-json.ts";

const t = getTexts("http");

type Issue = StandardSchemaV1.Issue;

const keyOf = (segment: PropertyKey | StandardSchemaV1.PathSegment): string =>
  String(typeof segment === "object" ? segment.key : segment);

/** One entry per invalid field, each with its first message. */
export function toFieldErrors(issues: readonly Issue[]): FieldError[] {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const field = (issue.path ?? []).map(keyOf).join(".");
    if (!errors.has(field)) errors.set(field, issue.message);
  }
  return [...errors].map(([field, message]) => ({ field, message }));
}

/** An error with status 400 that lists all invalid fields. Its message is that of the first field. */
export function invalidInput(issues: readonly Issue[]): AppError {
  const fields = toFieldErrors(issues);
  return new AppError("invalid_input", fields[0]?.message ?? t("invalidInput"), { fields });
}

/** @throws AppError `invalid_input` that names the fields of a body that can't be stored. */
function requireStorable(body: unknown): void {
  const fields = Object.entries(body ?? {})
    .filter((entry) => !isStorableJson(entry))
    .map(([field]) => ({ field, message: t("notStorable") }));
  const [first] = fields;
  if (first) throw new AppError("invalid_input", first.message, { fields });
}

/**
 * Validates a part of a request with a schema of `src/lib`. The handler reads the result with
 * `c.req.valid(target)`. Unknown keys are removed, but are still checked for values that can't be
 * stored. Also documents the input for OpenAPI.
 */
export function validate<
  Target extends "json" | "query" | "param",
  Schema extends StandardSchemaV1,
>(target: Target, schema: Schema) {
  return validator(target, schema, async (result, c) => {
    if (!result.success) throw invalidInput(result.error);
    // If all fields are optional, the body may be empty.
    const body = target === "json" ? await c.req.text() : "";
    if (body !== "") requireStorable(JSON.parse(body));
  });
}
