import type { StandardSchemaV1 } from "@standard-schema/spec";
import { validator } from "hono-openapi";
import { AppError, type FieldError } from "#lib/errors.ts";
import { isStorableJson } from "./storable-json.ts";

type Issue = StandardSchemaV1.Issue;

const keyOf = (segment: PropertyKey | StandardSchemaV1.PathSegment): string =>
  String(typeof segment === "object" ? segment.key : segment);

/** One entry per wrong field, each with its first message. */
export function toFieldErrors(issues: readonly Issue[]): FieldError[] {
  const errors = new Map<string, string>();
  for (const issue of issues) {
    const field = (issue.path ?? []).map(keyOf).join(".");
    if (!errors.has(field)) errors.set(field, issue.message);
  }
  return [...errors].map(([field, message]) => ({ field, message }));
}

/** Rejects an input with 400. Lists every invalid field, with the first one's message as the main message. */
export function invalidInput(issues: readonly Issue[]): AppError {
  const fields = toFieldErrors(issues);
  return new AppError("invalid_input", fields[0]?.message ?? "Invalid input", { fields });
}

/** @throws AppError `invalid_input` that names what of a body can't be worked with. */
function requireStorable(body: unknown): void {
  const fields = Object.entries(body ?? {})
    .filter((entry) => !isStorableJson(entry))
    .map(([field]) => ({ field, message: "This can't be stored." }));
  const [first] = fields;
  if (first) throw new AppError("invalid_input", first.message, { fields });
}

/**
 * Validates a part of a request with a schema of `src/lib`. The handler reads the result with
 * `c.req.valid(target)`. Unknown keys are removed, but must not contain anything hostile. Also
 * documents the input for OpenAPI.
 */
export function validate<
  Target extends "json" | "query" | "param",
  Schema extends StandardSchemaV1,
>(target: Target, schema: Schema) {
  return validator(target, schema, async (result, c) => {
    if (!result.success) throw invalidInput(result.error);
    // Where everything is optional, nothing at all may be sent.
    const body = target === "json" ? await c.req.text() : "";
    if (body !== "") requireStorable(JSON.parse(body));
  });
}
