import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { getTexts } from "#translations/staff.ts";

const t = getTexts("staff");

interface RecoveryCodesProps {
  codes: readonly string[];
  onSaved: () => void;
}

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => setCopied(true),
      // Without permission, the codes can still be selected.
      () => setCopied(false),
    );
  return (
    <section className="panel grid gap-4 p-5">
      <h2 className="text-lg font-semibold">{t("signIn.codesTitle")}</h2>
      <p className="muted text-sm">{t("signIn.codesText")}</p>
      <ul className="grid gap-2 rounded-field bg-base-200 p-4 font-mono sm:grid-cols-2" dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" onClick={() => void copy()}>
          <Icon name="copy" />
          <span role="status">{isCopied ? t("signIn.copied") : t("signIn.copy")}</span>
        </Button>
        <Button onClick={onSaved}>{t("signIn.saved")}</Button>
      </div>
    </section>
  );
}
