import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { FormProvider } from "react-hook-form";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { useSchemaForm } from "#islands/ui/form/use-schema-form.ts";
import { useUnsavedWarning } from "#islands/ui/form/use-unsaved-warning.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { saveCredentials } from "#lib/vetting/vetting.calls.ts";
import { showOwnVetting } from "#lib/vetting/vetting.queries.ts";
import type { OwnVetting } from "#lib/vetting/vetting.responses.ts";
import { type CredentialsInput, credentialsInput } from "#lib/vetting/vetting.ts";
import { getTexts } from "#translations/vetting.ts";
import { CredentialRows } from "./CredentialRows.tsx";
import { type CredentialValues, listNames, toInput, toValues } from "./credentials-form.ts";

const t = getTexts("vetting");

interface CredentialsFormProps {
  vetting: OwnVetting;
  /** Whether there are changes that weren't saved. */
  onDirty: (isDirty: boolean) => void;
}

/** Certificates, ijazahs and education. Once confirmed, a saved change ends a verification. */
export function CredentialsForm({ vetting, onDirty }: CredentialsFormProps) {
  const [saved, setSaved] = useState(false);
  const [asking, setAsking] = useState<CredentialsInput>();
  const { form, problem, setProblem, showError } = useSchemaForm<
    CredentialsInput,
    CredentialValues
  >({
    schema: credentialsInput,
    defaultValues: toValues(vetting),
    prepare: toInput,
  });
  const { isDirty } = form.formState;
  useUnsavedWarning(isDirty);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const save = useMutation(
    {
      mutationFn: saveCredentials,
      onMutate: () => {
        setSaved(false);
        setProblem(undefined);
      },
      onSuccess: (changed: OwnVetting) => {
        form.reset(toValues(changed));
        showOwnVetting(changed);
        setSaved(true);
      },
      onError: showError,
      onSettled: () => setAsking(undefined),
    },
    queryClient,
  );
  const submit = form.handleSubmit((input) => {
    if (vetting.isVerified && isDirty) setAsking(input);
    else save.mutate(input);
  });
  return (
    <section className="panel grid gap-5 p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 className="text-xl">{t("credentials")}</h2>
        <p className="muted text-sm">{t("credentialsHint")}</p>
      </div>
      {vetting.isVerified && <Alert kind="warning">{t("losesBadge")}</Alert>}
      <FormProvider {...form}>
        <Form
          className="gap-6"
          onSubmit={submit}
          busy={save.isPending}
          problem={problem}
          success={saved && !isDirty ? t("saved") : undefined}
        >
          {listNames.map((name) => (
            <CredentialRows key={name} name={name} />
          ))}
          <Button
            type="submit"
            className="justify-self-start"
            busy={save.isPending}
            busyLabel={t("saving")}
          >
            {t("save")}
          </Button>
        </Form>
      </FormProvider>
      {asking && (
        <Dialog
          open
          title={t("confirm.title")}
          busy={save.isPending}
          onClose={() => setAsking(undefined)}
        >
          <p className="text-sm">{t("losesBadge")}</p>
          <div className="flex flex-wrap justify-end gap-2">
            <Button look="quiet" onClick={() => setAsking(undefined)}>
              {t("confirm.cancel")}
            </Button>
            <Button
              busy={save.isPending}
              busyLabel={t("saving")}
              onClick={() => save.mutate(asking)}
            >
              {t("confirm.save")}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
