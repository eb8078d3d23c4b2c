import { useState } from "react";
import { confirmSignOut } from "#islands/study/shared/confirm-sign-out.ts";
import { Button } from "#islands/ui/Button.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { signOut } from "#lib/client/session/sign-out.ts";

export function LogOutButton({ className = "" }: { className?: string }) {
  const [leaving, setLeaving] = useState(false);
  return (
    <Button
      look="quiet"
      className={className}
      busy={leaving}
      busyLabel="Logging out..."
      onClick={async () => {
        setLeaving(true);
        if (await confirmSignOut()) await signOut();
        else setLeaving(false);
      }}
    >
      <Icon name="leave" />
      Logout
    </Button>
  );
}
