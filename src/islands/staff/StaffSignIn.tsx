import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { pageLocation } from "#lib/page-scope.ts";
import { localizePath } from "#lib/site/locale.ts";
import { safeReturnPath } from "#lib/site/routes.ts";
import { refreshStaff, staffSignInOptions } from "#lib/staff/staff.queries.ts";
import type { StaffSignIn as SignInState } from "#lib/staff/staff.responses.ts";
import { secondFactorHours, staffPath } from "#lib/staff/staff.rules.ts";
import { getTexts } from "#translations/staff.ts";
import { EnrollFactor } from "./sign-in/EnrollFactor.tsx";
import { Passkeys } from "./sign-in/Passkeys.tsx";
import { RecoveryCodes } from "./sign-in/RecoveryCodes.tsx";
import { RenewCodes } from "./sign-in/RenewCodes.tsx";
import { VerifyFactor } from "./sign-in/VerifyFactor.tsx";

const t = getTexts("staff");

/** The second factor of staff: adding the first, entering it, and changing it. */
export default function StaffSignIn() {
  const result = useQuery(staffSignInOptions(), queryClient);
  const [codes, setCodes] = useState<string[]>();
  if (result.isPending) return <Loading label={t("table.loading")} />;
  if (result.isError) return <QueryError query={result} />;
  const show = async (added: string[] | null) => {
    if (added) setCodes(added);
    else if (result.data.state === "ready") await refreshStaff();
    else open();
  };
  if (codes) {
    const finish = async () => {
      if (result.data.state !== "ready") return open();
      setCodes(undefined);
      await refreshStaff();
    };
    return <RecoveryCodes codes={codes} onSaved={() => void finish()} />;
  }
  return <Step state={result.data} onAdded={(added) => void show(added)} onCodes={setCodes} />;
}

interface StepProps {
  state: SignInState;
  onAdded: (codes: string[] | null) => void;
  onCodes: (codes: string[]) => void;
}

function Step({ state, onAdded, onCodes }: StepProps) {
  if (state.state === "verify") {
    return (
      <div className="grid gap-5">
        <p className="muted">{t("signIn.verifyLead", { hours: secondFactorHours })}</p>
        <VerifyFactor state={state} onEntered={open} />
      </div>
    );
  }
  if (state.state === "enroll") {
    return (
      <div className="grid gap-5">
        <p className="muted">{t("signIn.enrollLead")}</p>
        <EnrollFactor hasAuthenticator={false} onAdded={onAdded} />
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="muted">{t("signIn.readyLead")}</p>
        <a className="btn btn-secondary" href={localizePath(staffPath)}>
          {t("signIn.open")}
        </a>
      </div>
      <EnrollFactor
        hasAuthenticator={state.hasAuthenticator}
        passkeys={state.passkeys.length}
        onAdded={onAdded}
      />
      <Passkeys passkeys={state.passkeys} onRemoved={() => void refreshStaff()} />
      <RenewCodes left={state.recoveryCodesLeft} onCodes={onCodes} />
    </div>
  );
}

/** Opens the page of the console from which the person was led here. */
function open(): void {
  const wanted = new URLSearchParams(pageLocation().search).get("returnTo");
  const path = safeReturnPath(wanted, staffPath);
  goTo(path);
}
