import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { type DefaultValues, FormProvider } from "react-hook-form";
import * as z from "zod/mini";
import { Button } from "#islands/ui/Button.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { sendSetting } from "#lib/settings/settings.calls.ts";
import { findChangeTime, showStaffSettings } from "#lib/settings/settings.queries.ts";
import { type SettingInput, type SettingKey, settingInputs } from "#lib/settings/settings.ts";
import { getTexts } from "#translations/settings.ts";

const t = getTexts("settings");

/** The fields of a form are below `value`, as in the call, so that errors find their field. */
export interface FormValues<Fields> {
  value: Fields;
}

interface SettingFormProps<Key extends SettingKey, Fields> {
  setting: Key;
  fields: Fields;
  /** Converts the fields into what the schema checks. */
  toValue(fields: Fields): unknown;
  children: ReactNode;
  /** Restores the default. Missing if the form itself can be emptied. */
  reset?: { label: string; value: SettingInput<Key>; fields: Fields } | undefined;
}

/** The form of one setting. Each is saved by itself, because each change is one entry of the log. */
export function SettingForm<Key extends SettingKey, Fields>({
  setting,
  fields,
  toValue,
  children,
  reset,
}: SettingFormProps<Key, Fields>) {
  const key: SettingKey = setting;
  const headingId = useId();
  const [saved, setSaved] = useState<string>();
  // The form keeps what it showed first, even if the query is fetched again.
  const [seenAt, setSeenAt] = useState(() => findChangeTime(setting));
  const { form, problem, setProblem, showError } = useSchemaForm<
    { value: unknown },
    FormValues<Fields>
  >({
    schema: z.object({ value: settingInputs[setting] as z.ZodMiniType }),
    defaultValues: { value: fields } as DefaultValues<FormValues<Fields>>,
    prepare: ({ value }) => ({ value: toValue(value) }),
  });
  const save = useMutation(
    {
      mutationFn: (value: unknown) => sendSetting(setting, value as SettingInput<Key>, seenAt),
      onMutate: () => {
        setSaved(undefined);
        setProblem(undefined);
      },
      onSuccess: (settings) => {
        showStaffSettings(settings);
        setSeenAt(findChangeTime(setting));
        setSaved(t("saved"));
      },
      onError: showError,
    },
    queryClient,
  );
  const goBack = () => {
    if (!reset) return;
    form.reset({ value: reset.fields } as FormValues<Fields>);
    save.mutate(reset.value);
  };
  return (
    <section className="panel grid gap-4 p-5" aria-labelledby={headingId}>
      <div className="grid gap-1">
        <h2 id={headingId} className="text-lg">
          {t(`${key}.title`)}
        </h2>
        <p className="muted max-w-prose text-sm">{t(`${key}.text`)}</p>
      </div>
      <FormProvider {...form}>
        <Form
          onSubmit={form.handleSubmit(({ value }) => save.mutate(value))}
          busy={save.isPending}
          problem={problem}
          success={saved}
        >
          {children}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={save.isPending} busyLabel={t("saving")}>
              {t("save")}
            </Button>
            {reset && (
              <Button look="quiet" disabled={save.isPending} onClick={goBack}>
                {reset.label}
              </Button>
            )}
          </div>
        </Form>
      </FormProvider>
    </section>
  );
}
