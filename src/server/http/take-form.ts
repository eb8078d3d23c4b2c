/** Forms sent by browsers without scripts. The response is a page with the entered values. */
import type * as z from "zod/mini";
import type { AppError } from "#lib/errors.ts";
import { readFileForm, readForm } from "./form-body.ts";
import { toAppError } from "./on-error.ts";
import { invalidInput } from "./validate.ts";

/** What a page shows of its form. */
export interface FormState {
  status: number;
  /** The entered values by field. */
  values: Readonly<Record<string, string>>;
  /** The error messages by field. */
  errors: Readonly<Record<string, string>>;
  /** Why the form as a whole was refused, where that isn't a field's fault. */
  problem: string | undefined;
  /** Whether it came with a file, which no page can put into a form again. */
  hadFile?: boolean;
  /** Seconds. */
  retryAfter: number | undefined;
}

/** An empty form. */
export const blankForm: FormState = {
  status: 200,
  values: {},
  errors: {},
  problem: undefined,
  retryAfter: undefined,
};

/** A file that the form may bring. Its bytes are handed to the schema under the field's name. */
export interface FormFile {
  field: string;
  /** Runs before a form with a file is read. @throws AppError when it shall not be. */
  admit?(): Promise<void>;
}

/**
 * Checks a posted form against the schema and hands it to the use case.
 *
 * @returns `done`, or the form as it has to be shown again, whatever expected failure came up.
 */
export async function takeForm<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
  work: (input: z.output<Schema>) => Promise<void>,
  formFile?: FormFile,
): Promise<FormState | "done"> {
  let values: Record<string, string> = {};
  let file: Uint8Array | undefined;
  try {
    if (formFile) {
      await formFile.admit?.();
      ({ fields: values, file } = await readFileForm(request, formFile.field));
    } else {
      values = await readForm(request);
    }
    const whole = formFile && file ? { ...values, [formFile.field]: file } : values;
    const { success, data, error } = schema.safeParse(whole);
    if (!success) throw invalidInput(error.issues);
    await work(data);
    return "done";
  } catch (error) {
    const known = toAppError(error);
    if (!known) throw error;
    return { ...refused(known, values), ...(file ? { hadFile: true } : {}) };
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
