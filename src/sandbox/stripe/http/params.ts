// The types of parameters in Stripe's API. The messages of the checks are Stripe's error codes,
// which `readParams` converts to Stripe's responses.
import * as z from "zod/mini";
import { invalidParam, type StripeError } from "./errors.ts";
import type { Param, ParamGroup } from "./form.ts";

export const text = z.string().check(z.minLength(1, "parameter_invalid_empty"), z.maxLength(5000));
export const integer = z.pipe(
  z.string().check(z.regex(/^-?\d{1,15}$/, "parameter_invalid_integer")),
  z.transform(Number),
);
export const boolean = z.pipe(
  z.enum(["true", "false"]),
  z.transform((value) => value === "true"),
);
export const webAddress = z
  .string()
  .check(
    z.refine((value) => /^https?:\/\/[^\s/]/.test(value) && URL.canParse(value), "url_invalid"),
  );
export const currency = z.pipe(
  z.string().check(z.regex(/^[a-z]{3}$/i, "parameter_invalid_currency")),
  z.transform((value) => value.toLowerCase()),
);
export const metadata = z.pipe(
  z.record(
    z.string().check(z.maxLength(40, "metadata_key_too_long")),
    z.string().check(z.maxLength(500, "metadata_value_too_long")),
  ),
  z.transform((values) => ({ ...values })),
);
export const createdRange = z.union([
  integer,
  z.strictObject({
    gt: z.optional(integer),
    gte: z.optional(integer),
    lt: z.optional(integer),
    lte: z.optional(integer),
  }),
]);
/** The parameters that all lists accept. */
export const page = {
  created: z.optional(createdRange),
  ending_before: z.optional(text),
  starting_after: z.optional(text),
  limit: z._default(integer.check(z.minimum(1), z.maximum(100)), 10),
};

export function list<Item extends z.core.$ZodType>(item: Item) {
  const toArray = z.transform((value: unknown) =>
    typeof value === "object" && value !== null ? Object.values(value) : value,
  );
  return z.pipe(toArray, z.array(item));
}

/** @throws StripeError for the first invalid parameter. */
export function readParams<Schema extends z.core.$ZodType>(
  schema: Schema,
  params: ParamGroup,
): z.output<Schema> {
  const result = z.safeParse(schema, params);
  if (result.success) return result.data;
  throw toStripeError(result.error.issues[0], params);
}

function toStripeError(issue: z.core.$ZodIssue | undefined, params: ParamGroup): StripeError {
  if (!issue) throw new Error("A schema rejected the parameters without an issue");
  if (issue.code === "unrecognized_keys") {
    const name = bracketed([...issue.path, issue.keys[0] ?? ""]);
    return invalidParam(name, `Received unknown parameter: ${name}`, "parameter_unknown");
  }
  const name = bracketed(issue.path);
  const value = valueAt(params, issue.path);
  if (value === undefined) {
    return invalidParam(name, `Missing required param: ${name}.`, "parameter_missing");
  }
  const shown = typeof value === "string" ? value : JSON.stringify(value);
  switch (issue.message) {
    case "parameter_invalid_empty":
      return invalidParam(
        name,
        `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset.`,
        issue.message,
      );
    case "parameter_invalid_integer":
      return invalidParam(name, `Invalid integer: ${shown}`, issue.message);
    case "parameter_invalid_currency":
      return invalidParam(name, `Invalid currency: ${shown}`);
    case "url_invalid":
      return invalidParam(name, "Not a valid URL", issue.message);
    case "metadata_key_too_long":
    case "metadata_value_too_long":
      return invalidParam(name, "Metadata keys have at most 40 characters, values at most 500.");
  }
  if (issue.code === "invalid_value") {
    return invalidParam(name, `Invalid ${name}: must be one of ${issue.values.join(", ")}`);
  }
  if (issue.code === "too_small" || issue.code === "too_big") {
    return invalidParam(name, `This value is out of range: ${shown}`);
  }
  const kind = typeof value === "string" ? "object" : "string";
  return invalidParam(name, `Invalid ${kind}: ${shown}`);
}

/** Formats `["line_items", 0, "quantity"]` as `line_items[0][quantity]`. */
function bracketed(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join("");
}

function valueAt(params: ParamGroup, path: readonly PropertyKey[]): Param | undefined {
  let value: Param | undefined = params;
  for (const part of path) {
    if (typeof value !== "object") return undefined;
    value = value[String(part)];
  }
  return value;
}
