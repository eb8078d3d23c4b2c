/** Handles forms that browsers post without scripts. The response is a page with the entered values. */

import type * as z from "zod/mini";
import { AppError } from "#lib/errors.ts";
import { isStorableText } from "#lib/text/storable-text.ts";
import { getTexts } from "#translations/translate.ts";
import { toAppError } from "../on-error.ts";
import { invalidInput } from "../validate.ts";
import { readFileForm, readForm } from "./form-body.ts";

const t = getTexts("http");

/** The state of a form on a page. */
export interface FormState {
  status: number;
  /** The entered values by field. */
  values: Readonly<Record<string, string>>;
  /** The error messages by field. */
  errors: Readonly<Record<string, string>>;
  /** The error message for the form as a whole, if it doesn't belong to a field. */
  problem: string | undefined;
  /** Whether a file was chosen. Pages can't fill in file fields, so it must be chosen again. */
  hadFile?: boolean;
  /** In seconds. */
  retryAfter: number | undefined;
}

export const blankForm: FormState = {
  status: 200,
  values: {},
  errors: {},
  problem: undefined,
  retryAfter: undefined,
};

/** Forms below this size are shown again with their values while they can't be admitted. */
const maxShownBytes = 64 * 1024;

export interface FormOptions {
  /** The field of an optional file, whose bytes are passed to the schema in this field. */
  fileField?: string | undefined;
  /**
   * Called before the form is read. A form over a limit isn't read, because parsing one takes many
   * times as long as counting it. @throws AppError to reject it.
   */
  admit?(): Promise<void>;
}

/**
 * Validates a posted form against the schema and passes it to the use case.
 *
 * @returns `done`, or the form with its error messages after any expected error.
 */
export async function takeForm<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
  work: (input: z.output<Schema>) => Promise<void>,
  { fileField, admit = async () => {} }: FormOptions = {},
): Promise<FormState | "done"> {
  let values: Record<string, string> = {};
  let file: Uint8Array | undefined;
  try {
    const refusal = await findRefusal(admit);
    if (refusal && (refusal.code === "rate_limited" || !isSmall(request))) {
      throw withAdvice(refusal);
    }
    if (fileField === undefined) values = await readForm(request);
    else ({ fields: values, file } = await readFileForm(request, fileField));
    if (refusal) throw refusal;
    requireStorable(values);
    const whole = fileField !== undefined && file ? { ...values, [fileField]: file } : values;
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

/** The error for a form that isn't admitted. */
async function findRefusal(admit: () => Promise<void>): Promise<AppError | undefined> {
  try {
    await admit();
    return undefined;
  } catch (error) {
    const known = toAppError(error);
    if (!known) throw error;
    return known;
  }
}

/** The same for all fields, as in JSON, because IDs reach the database as they are. */
function requireStorable(values: FormState["values"]): void {
  if (Object.values(values).every(isStorableText)) return;
  throw new AppError("invalid_input", t("notStorable"));
}

function isSmall({ headers }: Request): boolean {
  const bytes = headers.get("content-length");
  return bytes !== null && Number(bytes) <= maxShownBytes;
}

function withAdvice({ code, message, retryAfter }: AppError): AppError {
  const more = retryAfter === undefined ? {} : { retryAfter };
  return new AppError(code, `${message} ${t("goBack")}`, more);
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
