import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { sendCode } from "#lib/staff/staff.calls.ts";
import type { StaffSignIn } from "#lib/staff/staff.responses.ts";
import { getTexts } from "#translations/staff.ts";
import { PasskeyProblem } from "./PasskeyProblem.tsx";
import { usePasskey } from "./use-passkey.ts";

const t = getTexts("staff");

interface VerifyFactorProps {
  state: StaffSignIn;
  onEntered: () => void;
}

/** Enters the second factor: a passkey, a code of the authenticator app, or a recovery code. */
export function VerifyFactor({ state, onEntered }: VerifyFactorProps) {
  const [isLost, setLost] = useState(false);
  const passkey = usePasskey(onEntered);
  if (isLost) {
    return (
      <CodeForm key="recovery-code" kind="recovery-code" onEntered={onEntered}>
        <button type="button" className="link text-sm" onClick={() => setLost(false)}>
          {t("signIn.backToCode")}
        </button>
      </CodeForm>
    );
  }
  const lost = (
    <button type="button" className="link text-sm" onClick={() => setLost(true)}>
      {t("signIn.lost")}
    </button>
  );
  return (
    <div className="grid gap-4">
      {state.hasPasskey && (
        <div className="panel grid gap-3 p-5">
          {passkey.isError && <PasskeyProblem {...passkey} />}
          <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
            {t("signIn.usePasskey")}
          </Button>
          <p className="muted text-xs">{t("signIn.passkeyText")}</p>
          {!state.hasAuthenticator && <div>{lost}</div>}
        </div>
      )}
      {state.hasAuthenticator && (
        <CodeForm key="code" kind="code" onEntered={onEntered}>
          {lost}
        </CodeForm>
      )}
    </div>
  );
}

interface CodeFormProps {
  kind: "code" | "recovery-code";
  onEntered: () => void;
  children: React.ReactNode;
}

function CodeForm({ kind, onEntered, children }: CodeFormProps) {
  const [code, setCode] = useState("");
  const sending = useMutation(
    { mutationFn: () => sendCode(kind, code), onSuccess: onEntered, onError: () => setCode("") },
    queryClient,
  );
  const isApp = kind === "code";
  const submit = (event: Pick<FormEvent, "preventDefault">) => {
    event.preventDefault();
    if (code.trim() !== "") sending.mutate();
  };
  return (
    <div className="panel p-5">
      <Form
        onSubmit={submit}
        busy={sending.isPending || sending.isSuccess}
        problem={sending.isError ? messageOf(sending.error) : undefined}
      >
        <TextField
          label={isApp ? t("signIn.code") : t("signIn.recoveryCode")}
          hint={isApp ? undefined : t("signIn.recoveryHint")}
          autoComplete="one-time-code"
          inputMode={isApp ? "numeric" : "text"}
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          required
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          {children}
          <Button
            type="submit"
            busy={sending.isPending || sending.isSuccess}
            busyLabel={t("signIn.checking")}
          >
            {t("signIn.continue")}
          </Button>
        </div>
      </Form>
    </div>
  );
}
