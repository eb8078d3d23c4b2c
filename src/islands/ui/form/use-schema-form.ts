import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type * as z from "zod/mini";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { getTexts } from "#translations/ui.ts";
import type { DeferredSchema, Schema } from "./deferred-schema.ts";
import { type Draft, type DraftOptions, useDraft } from "./use-draft.ts";

const t = getTexts("ui");

interface SchemaFormOptions<Values extends FieldValues, Input> {
  schema: Schema | DeferredSchema;
  defaultValues: DefaultValues<Values>;
  /** Converts the fields' text into the schema's input. */
  prepare?: (values: Values) => Input;
  /** Saves a draft of the form. */
  draft?: DraftOptions;
}

export interface SchemaForm<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output & FieldValues>;
  /** An error that doesn't belong to a single field, shown above the form. */
  problem: string | undefined;
  setProblem: (message: string | undefined) => void;
  /**
   * Assigns the errors of a rejected request to their fields. The rest becomes the form's problem.
   */
  showError: (error: unknown) => void;
  /** The form's draft, if it saves one. */
  draft: Draft;
}

/**
 * A form validated by the same schema as on the server. Field names match the schema's, so that
 * messages from both find their field.
 */
export function useSchemaForm<Output, Values extends FieldValues = FieldValues, Input = unknown>({
  schema,
  defaultValues,
  prepare,
  draft: draftOptions,
}: SchemaFormOptions<Values, Input>): SchemaForm<Values, Output> {
  const [problem, setProblem] = useState<string>();
  const resolver: Resolver<Values, unknown, Output & FieldValues> = async (
    values,
    context,
    options,
  ) => {
    const loaded = typeof schema === "function" ? await schema().catch(() => null) : schema;
    if (loaded === null) {
      const notChecked = t("notChecked");
      setProblem(notChecked);
      const errors = { root: { type: "load", message: notChecked } } as FieldErrors<Values>;
      return { values: {}, errors };
    }
    const resolve = standardSchemaResolver(
      loaded as z.ZodMiniType<Output & FieldValues, Values>,
    ) as Resolver<Values, unknown, Output & FieldValues>;
    return resolve((prepare ? prepare(values) : values) as Values, context, options);
  };
  const form = useForm<Values, unknown, Output & FieldValues>({ defaultValues, resolver });

  const draft = useDraft(draftOptions, form);

  const showError = (error: unknown) => {
    const names = Object.keys(form.getValues());
    const fields = error instanceof ApiError ? error.errors : [];
    let tied = false;
    for (const { field, message } of fields) {
      const known = names.includes(field.split(".")[0] ?? "");
      if (!known) continue;
      form.setError(field as FieldPath<Values>, { message }, { shouldFocus: !tied });
      tied = true;
    }
    setProblem(messageOf(error));
  };
  return { form, problem, setProblem, showError, draft };
}

/** The first message of a field's error: its own or that of one of its list entries. */
export function findMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string" && error.message) {
    return error.message;
  }
  if ("root" in error) return findMessage(error.root);
  if (Array.isArray(error)) {
    for (const entry of error) {
      const message = findMessage(entry);
      if (message) return message;
    }
  }
  return undefined;
}
