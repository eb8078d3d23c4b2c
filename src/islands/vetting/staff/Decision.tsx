import { type FormEvent, useState } from "react";
import { ReasonDialog } from "#islands/staff/shared/ReasonDialog.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextAreaField, TextField } from "#islands/ui/form/Field.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import {
  requestChanges,
  verifyTeacher,
  withdrawVerification,
} from "#lib/vetting/staff-vetting.calls.ts";
import type { VettingDetail } from "#lib/vetting/vetting.responses.ts";
import {
  maxVettingReasonLength,
  suggestEnd,
  type VettingScope,
  vettingScopes,
} from "#lib/vetting/vetting.rules.ts";
import { getTexts } from "#translations/staff-vetting.ts";
import { useVettingChange } from "./use-vetting-change.ts";

const t = getTexts("staffVetting");

/** The form for a submitted teacher, and the end of a verification. */
export function Decision({ detail }: { detail: VettingDetail }) {
  const [isWithdrawing, setWithdrawing] = useState(false);
  const { _id, version, status, isVerified } = detail;
  return (
    <section className="panel grid gap-4 p-5">
      <h2 className="text-base">{t("decision.title")}</h2>
      {status === "submitted" ? (
        <DecisionForm detail={detail} />
      ) : (
        <p className="muted text-sm">{t("decision.notSubmitted")}</p>
      )}
      {isVerified && (
        <Button look="danger" className="justify-self-start" onClick={() => setWithdrawing(true)}>
          {t("withdraw.open")}
        </Button>
      )}
      <ReasonDialog
        open={isWithdrawing}
        title={t("withdraw.title")}
        text={t("withdraw.text")}
        action={t("withdraw.open")}
        isDangerous
        onClose={() => setWithdrawing(false)}
        onDecide={async (reason) => {
          await withdrawVerification(_id, { reason, version });
        }}
      />
    </section>
  );
}

const choices = ["verify", "changes"] as const;
type Choice = (typeof choices)[number];

function DecisionForm({ detail: { _id, version } }: { detail: VettingDetail }) {
  const [choice, setChoice] = useState<Choice>();
  const [scope, setScope] = useState<readonly VettingScope[]>([]);
  const [until, setUntil] = useState(() => suggestEnd(new Date()));
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const decision = useVettingChange((chosen: Choice) =>
    chosen === "verify"
      ? verifyTeacher(_id, { scope: [...scope], until, reason, version })
      : requestChanges(_id, { reason, version }),
  );
  const errorOf = (field: string) =>
    decision.error instanceof ApiError
      ? decision.error.errors.find((each) => each.field.split(".")[0] === field)?.message
      : undefined;
  const isOfField = ["scope", "until", "reason"].some((field) => errorOf(field) !== undefined);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setMissing(choice === undefined);
    if (choice) decision.mutate(choice);
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={send}>
      <fieldset className="grid" aria-describedby={isMissing ? "choice-error" : undefined}>
        <legend className="mb-1 text-sm font-medium">{t("decision.choice")}</legend>
        {choices.map((each) => (
          <label key={each} className="flex min-h-10 items-center gap-2 text-sm lg:min-h-8">
            <input
              type="radio"
              name="choice"
              className="size-5 shrink-0 accent-secondary"
              checked={choice === each}
              onChange={() => setChoice(each)}
            />
            {t(`decision.${each}`)}
          </label>
        ))}
        {isMissing && (
          <p id="choice-error" role="alert" className="text-sm text-error">
            {t("decision.missing")}
          </p>
        )}
      </fieldset>
      {choice === "verify" && (
        <>
          <fieldset
            className="grid"
            aria-describedby={errorOf("scope") ? "scope-error" : undefined}
          >
            <legend className="mb-1 text-sm font-medium">{t("decision.scope")}</legend>
            {vettingScopes.map((each) => (
              <label key={each} className="flex min-h-10 items-center gap-2 text-sm lg:min-h-8">
                <input
                  type="checkbox"
                  className="checkbox checkbox-sm"
                  checked={scope.includes(each)}
                  onChange={({ target }) => setScope(toggle(scope, each, target.checked))}
                />
                {t(`scope.${each}`)}
              </label>
            ))}
            {errorOf("scope") && (
              <p id="scope-error" role="alert" className="text-sm text-error">
                {errorOf("scope")}
              </p>
            )}
          </fieldset>
          <TextField
            type="date"
            label={t("decision.until")}
            hint={t("decision.untilHint")}
            value={until}
            error={errorOf("until")}
            onChange={({ target }) => setUntil(target.value)}
          />
        </>
      )}
      <TextAreaField
        label={t("decision.reason")}
        hint={t("decision.reasonHint")}
        rows={5}
        dir="auto"
        maxLength={maxVettingReasonLength}
        value={reason}
        error={errorOf("reason")}
        onChange={({ target }) => setReason(target.value)}
      />
      {decision.isError && !isOfField && <Alert>{decision.error.message}</Alert>}
      <Button
        type="submit"
        className="justify-self-start"
        busy={decision.isPending}
        busyLabel={t("decision.sending")}
      >
        {t("decision.send")}
      </Button>
    </form>
  );
}

/** The list with or without an entry, in the order in which the badge names them. */
const toggle = (list: readonly VettingScope[], each: VettingScope, isChosen: boolean) =>
  vettingScopes.filter((scope) => (scope === each ? isChosen : list.includes(scope)));
