/** Forms that browsers send without script: the answer is a page, with what was typed kept. */
import type * as z from "zod/mini";
import type { AppError } from "#lib/errors.ts";
import { readForm } from "./form-body.ts";
import { toAppError } from "./on-error.ts";
import { invalidInput } from "./validate.ts";

/** What a page shows of its form. */
export interface FormState {
  status: number;
  /** What was typed, by field. */
  values: Readonly<Record<string, string>>;
  /** What is wrong, by field. */
  errors: Readonly<Record<string, string>>;
  /** Why the form as a whole was refused, where that isn't a field's fault. */
  problem: string | undefined;
  /** Seconds. */
  retryAfter: number | undefined;
}

/** A form that nobody has filled in yet. */
export const blankForm: FormState = {
  status: 200,
  values: {},
  errors: {},
  problem: undefined,
  retryAfter: undefined,
};

/**
 * Checks a posted form against the schema and hands it to the use case.
 *
 * @returns `done`, or the form as it has to be shown again, whatever expected failure came up.
 */
export async function takeForm<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
  work: (input: z.output<Schema>) => Promise<void>,
): Promise<FormState | "done"> {
  let values: Record<string, string> = {};
  try {
    values = await readForm(request);
    const { success, data, error } = schema.safeParse(values);
    if (!success) throw invalidInput(error.issues);
    await work(data);
    return "done";
  } catch (error) {
    const known = toAppError(error);
    if (!known) throw error;
    return refused(known, values);
  }
}

function refused(error: AppError, values: FormState["values"]): FormState {
  const errors = Object.fromEntries((error.fields ?? []).map((f) => [f.field, f.message]));
  const isOfFields = Object.keys(errors).length > 0;
  return {
    status: error.status,
    values,
    errors,
    problem: isOfFields ? undefined : error.message,
    retryAfter: error.retryAfter,
  };
}
