import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { getTexts } from "#translations/staff.ts";

const t = getTexts("staff");

interface PasskeyProblemProps {
  problem: string;
  /** The address of this page where passkeys work, if that is another one. */
  ownAddress: URL | undefined;
}

/** Why a passkey wasn't used, and where it can be used. */
export function PasskeyProblem({ problem, ownAddress }: PasskeyProblemProps) {
  return (
    <Alert>
      <span>
        {problem}
        {ownAddress && (
          <>
            {" "}
            <a className="link" href={ownAddress.href}>
              {t("signIn.continueAt", { address: ownAddress.host })}
            </a>
          </>
        )}
      </span>
    </Alert>
  );
}
