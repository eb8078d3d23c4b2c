import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextAreaField } from "#islands/ui/form/Field.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import type { DisputeEvidence } from "#lib/payments/dispute-evidence.responses.ts";
import { maxStatement } from "#lib/payments/dispute-evidence.rules.ts";
import { getTexts } from "#translations/disputes.ts";

const t = getTexts("disputes");

interface FormProps {
  dispute: DisputeEvidence;
  hint: string;
  /** Without it, nothing is saved until it is submitted. */
  save?: (statement: string) => Promise<void>;
  submit: (statement: string) => Promise<void>;
  onSubmitted: () => void;
  /** The bank may have decided, someone else may have responded, or the deadline may have passed. */
  onRefused: () => void;
}

/** A statement for the bank, which is prefilled with the teacher's draft. */
export function EvidenceForm({ dispute, hint, save, submit, onSubmitted, onRefused }: FormProps) {
  const [text, setText] = useState(dispute.statement);
  const [error, setError] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const saved = useMutation({ mutationFn: async () => save?.(text) }, queryClient);
  const submitted = useMutation(
    {
      mutationFn: () => submit(text),
      onSuccess: onSubmitted,
      onError: () => {
        setIsAsking(false);
        onRefused();
      },
    },
    queryClient,
  );
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const problem = text.trim() === "" ? t("empty") : undefined;
    setError(problem);
    if (!problem) setIsAsking(true);
  };
  const problem = submitted.error ?? saved.error;
  return (
    <>
      <form className="panel grid gap-4 p-5 md:p-6" noValidate onSubmit={ask}>
        <h2 className="text-xl">{t("statement")}</h2>
        <TextAreaField
          label={t("label")}
          hint={hint}
          rows={10}
          dir="auto"
          maxLength={maxStatement}
          value={text}
          error={error}
          onChange={(event) => setText(event.target.value)}
        />
        {problem && <Alert>{messageOf(problem)}</Alert>}
        {dispute.savedAt && (
          <p className="muted text-sm" role="status">
            {t.rich("saved", {
              time: () => <LocalTime key="time" instant={dispute.savedAt ?? ""} />,
            })}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit">{t("submit")}</Button>
          {save && (
            <Button
              look="quiet"
              busy={saved.isPending}
              busyLabel={t("saving")}
              onClick={() => saved.mutate()}
            >
              {t("save")}
            </Button>
          )}
        </div>
      </form>
      {isAsking && (
        <Dialog open title={t("confirm.title")} onClose={() => setIsAsking(false)}>
          <p className="text-sm">{t("confirm.text")}</p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="plain" onClick={() => setIsAsking(false)}>
              {t("confirm.back")}
            </Button>
            <Button
              busy={submitted.isPending}
              busyLabel={t("submitting")}
              onClick={() => submitted.mutate()}
            >
              {t("submit")}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
