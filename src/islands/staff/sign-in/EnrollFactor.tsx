import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { confirmAuthenticator, createAuthenticator } from "#lib/staff/staff.calls.ts";
import type { NewAuthenticator } from "#lib/staff/staff.responses.ts";
import { maxPasskeys } from "#lib/staff/staff.rules.ts";
import { getTexts } from "#translations/staff.ts";
import { PasskeyProblem } from "./PasskeyProblem.tsx";
import { useNewPasskey } from "./use-passkey.ts";

const t = getTexts("staff");

interface EnrollFactorProps {
  hasAuthenticator: boolean;
  /** How many passkeys the person has. */
  passkeys?: number;
  /** Called with the recovery codes if the person had none. */
  onAdded: (codes: string[] | null) => void;
}

/** Adds a passkey or an authenticator app. */
export function EnrollFactor({ hasAuthenticator, passkeys = 0, onAdded }: EnrollFactorProps) {
  const passkey = useNewPasskey(onAdded);
  const app = useMutation({ mutationFn: createAuthenticator }, queryClient);
  const added = (codes: string[] | null) => {
    app.reset();
    onAdded(codes);
  };
  return (
    <div className="grid gap-5">
      <section className="panel grid gap-3 p-5">
        <h2 className="font-semibold">{t("signIn.addPasskey")}</h2>
        {passkeys < maxPasskeys ? (
          <>
            <p className="muted text-sm">{t("signIn.passkeyText")}</p>
            {passkey.isError && <PasskeyProblem {...passkey} />}
            <div>
              <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
                {t("signIn.addPasskey")}
              </Button>
            </div>
          </>
        ) : (
          <p className="muted text-sm">{t("signIn.passkeyLimit", { max: maxPasskeys })}</p>
        )}
      </section>
      <section className="panel grid gap-3 p-5">
        <h2 className="font-semibold">
          {hasAuthenticator ? t("signIn.changeApp") : t("signIn.addApp")}
        </h2>
        <p className="muted text-sm">{t("signIn.appText")}</p>
        {app.isError && <Alert>{messageOf(app.error)}</Alert>}
        {app.data ? (
          <NewApp app={app.data} onAdded={added} />
        ) : (
          <div>
            <Button look="quiet" busy={app.isPending} onClick={() => app.mutate()}>
              {hasAuthenticator ? t("signIn.changeApp") : t("signIn.addApp")}
            </Button>
          </div>
        )}
      </section>
    </div>
  );
}

interface NewAppProps {
  app: NewAuthenticator;
  onAdded: (codes: string[] | null) => void;
}

function NewApp({ app, onAdded }: NewAppProps) {
  const [code, setCode] = useState("");
  const confirming = useMutation(
    {
      mutationFn: () => confirmAuthenticator(code),
      onSuccess: onAdded,
      onError: () => setCode(""),
    },
    queryClient,
  );
  const submit = (event: Pick<FormEvent, "preventDefault">) => {
    event.preventDefault();
    if (code.trim() !== "") confirming.mutate();
  };
  const { size, path } = app.qr;
  return (
    <Form
      onSubmit={submit}
      busy={confirming.isPending}
      problem={confirming.isError ? messageOf(confirming.error) : undefined}
    >
      <p className="text-sm">{t("signIn.scan")}</p>
      {/* Scanners expect dark modules on a light background in both themes. */}
      <svg
        viewBox={`0 0 ${size} ${size}`}
        className="size-48 rounded-field bg-white"
        role="img"
        aria-label={t("signIn.qr")}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="#000" />
      </svg>
      <p className="muted text-sm">
        {t("signIn.manual")}{" "}
        <code className="font-mono text-base-content break-all" dir="ltr">
          {app.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
        </code>
      </p>
      <TextField
        className="max-w-48"
        label={t("signIn.firstCode")}
        autoComplete="one-time-code"
        inputMode="numeric"
        dir="ltr"
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <div>
        <Button type="submit" busy={confirming.isPending} busyLabel={t("signIn.checking")}>
          {t("signIn.finish")}
        </Button>
      </div>
    </Form>
  );
}
