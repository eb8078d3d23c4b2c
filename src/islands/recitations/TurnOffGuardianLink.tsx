import { useState } from "react";
import { TurnOffLink } from "#islands/guardians/shared/TurnOffLink.tsx";
import { Alert } from "#islands/ui/Alert.tsx";
import { endGuardianLink } from "#lib/recitations/recitations.calls.ts";

/**
 * Turns off the guardian's link. Used on the page of a child's lessons, whose URL ends with the
 * token.
 */
export default function TurnOffGuardianLink({ child }: { child: string }) {
  const [isEnded, setEnded] = useState(false);
  if (isEnded)
    return <Alert>The link has ended. Nobody can read the lessons by it any more.</Alert>;
  return (
    <TurnOffLink
      end={() => endGuardianLink(location.pathname.split("/").at(-1) ?? "")}
      onEnded={() => setEnded(true)}
    >
      If somebody else may have it, end it here. The next mail about lessons brings you a new one,
      and {child} can send one from the progress page of the course.
    </TurnOffLink>
  );
}
