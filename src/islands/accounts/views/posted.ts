import type { Intent } from "#lib/accounts/intents.ts";

/** A form that was posted without scripts and is shown again. */
export interface Posted {
  /** What was entered, without passwords. */
  values: Readonly<Record<string, string>>;
  /** Error messages by field. */
  errors: Readonly<Record<string, string>>;
  problem: string | undefined;
}

/** What the forms on a page depend on. */
export interface AccountFormsContext extends Intent {
  /** Why the person has to log in, if there is a reason. */
  notice?: string | undefined;
}

export const nothingPosted: Posted = { values: {}, errors: {}, problem: undefined };

/** The field that has the focus when the form is shown again. */
export const findFirstError = ({ errors }: Posted, fields: readonly string[]): string | undefined =>
  fields.find((field) => errors[field] !== undefined);
