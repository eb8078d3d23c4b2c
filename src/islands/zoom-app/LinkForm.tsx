import { type FormEvent, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { linkWithCode, requestLinkCode } from "#lib/zoom-app/client/zoom-app.store.ts";
import { getTexts } from "#translations/zoom-app.ts";
import { Screen } from "./Screen.tsx";

/**
 * Links the Zoom user to an account. The person first enters an address, and then the code that was
 * sent to it.
 */
export function LinkForm() {
  const t = getTexts("zoomApp");
  const [email, setEmail] = useState("");
  const [isSent, setSent] = useState(false);
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent, work: () => Promise<void>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (failure) {
      setError(messageOf(failure));
    }
    setBusy(false);
  };
  const send = async () => {
    await requestLinkCode(email);
    setSent(true);
  };

  if (!isSent) {
    return (
      <Screen key="email" title={t("linkTitle")} text={t("linkText")}>
        <form className="grid gap-4" onSubmit={(event) => void submit(event, send)}>
          {error && <Alert>{error}</Alert>}
          <TextField
            label={t("email")}
            type="email"
            dir="ltr"
            autoComplete="email"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" busy={busy}>
            {t("sendCode")}
          </Button>
        </form>
      </Screen>
    );
  }
  return (
    <Screen key="code" title={t("linkTitle")} text={t("codeText", { email })}>
      <form
        className="grid gap-4"
        onSubmit={(event) => void submit(event, () => linkWithCode(email, code))}
      >
        {error && <Alert>{error}</Alert>}
        <TextField
          label={t("code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" busy={busy}>
          {t("logIn")}
        </Button>
        <Button
          look="plain"
          onClick={() => {
            setSent(false);
            setCode("");
            setError(undefined);
          }}
        >
          {t("otherEmail")}
        </Button>
      </form>
    </Screen>
  );
}
