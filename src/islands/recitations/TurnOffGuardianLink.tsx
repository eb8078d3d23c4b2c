import { useState } from "react";
import { TurnOffLink } from "#islands/guardians/shared/TurnOffLink.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { turnOffGuardianLink } from "#lib/recitations/recitations.calls.ts";

/**
 * Turns off the guardian's link. Used on the page of a child's lessons, whose URL ends with the
 * token.
 */
export default function TurnOffGuardianLink({ child }: { child: string }) {
  const [isEnded, setEnded] = useState(false);
  if (isEnded) return <Alert>The link is turned off. It no longer opens the lessons.</Alert>;
  return (
    <TurnOffLink
      end={() => turnOffGuardianLink(location.pathname.split("/").at(-1) ?? "")}
      onEnded={() => setEnded(true)}
    >
      If someone else might have this link, turn it off. You'll get a new one in our next email
      about lessons, or {child} can send one from the course's progress page.
    </TurnOffLink>
  );
}
