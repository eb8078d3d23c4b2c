import { useEffect } from "react";
import { useGuardedAccount } from "#islands/accounts/shared/use-account.ts";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { followHistory, readState } from "#lib/client/navigation.ts";
import { VerifyForm } from "./VerifyForm.tsx";

/** The verification page. The email address comes from the navigation state, or is empty. */
export default function VerifyOtp() {
  useGuardedAccount();
  const hydrated = useHydrated();
  useEffect(followHistory, []);
  const email = hydrated ? readState("email") : "";
  const wait = hydrated ? (Number(readState("resendAt")) - Date.now()) / 1000 : 0;
  return (
    <VerifyForm
      key={email}
      email={email}
      resendAfter={Math.max(0, Math.ceil(wait))}
      autoFocus={email !== ""}
    />
  );
}
