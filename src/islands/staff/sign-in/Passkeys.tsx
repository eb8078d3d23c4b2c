import { DeleteButton } from "#islands/ui/DeleteButton.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { removePasskey } from "#lib/staff/staff.calls.ts";
import type { StaffSignIn } from "#lib/staff/staff.responses.ts";
import { getTexts } from "#translations/staff.ts";

const t = getTexts("staff");

interface PasskeysProps {
  passkeys: StaffSignIn["passkeys"];
  onRemoved: () => void;
}

/** The person's passkeys, and buttons that delete them. */
export function Passkeys({ passkeys, onRemoved }: PasskeysProps) {
  if (passkeys.length === 0) return null;
  return (
    <section className="panel grid gap-3 p-5">
      <h2 className="font-semibold">{t("signIn.passkeys")}</h2>
      <ul className="grid gap-3">
        {passkeys.map(({ _id, device, addedAt, usedAt }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-3 text-sm">
            <span>
              <span className="block font-medium">{device}</span>
              {t("signIn.passkeyAdded")} <LocalTime instant={addedAt} />
              <span className="muted block">
                {usedAt === null ? (
                  t("signIn.passkeyNeverUsed")
                ) : (
                  <>
                    {t("signIn.passkeyUsed")} <LocalTime instant={usedAt} />
                  </>
                )}
              </span>
            </span>
            <DeleteButton
              className="btn btn-ghost btn-sm"
              title={t("signIn.removePasskey")}
              remove={() => removePasskey(_id)}
              onDone={onRemoved}
            >
              {t("signIn.removePasskeyText")}
            </DeleteButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
