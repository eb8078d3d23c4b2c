import type { ReactNode } from "react";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { outcomeLook } from "#islands/ui/looks.ts";
import { localizePath } from "#lib/site/locale.ts";

interface AccountFormProps {
  /** The path to which the form is posted without scripts. */
  action?: string;
  problem?: string | undefined;
  /** Shown unless there is a problem. */
  notice?: string | undefined;
  children: ReactNode;
}

/** A form that works without scripts. `enhanceForm` adds the rest. */
export function AccountForm({ action, problem, notice, children }: AccountFormProps) {
  return (
    <form method="post" action={action && localizePath(action)} noValidate>
      <fieldset className="grid gap-4">
        {problem && (
          <div data-outcome className={outcomeLook}>
            <Alert>{problem}</Alert>
          </div>
        )}
        {notice !== undefined && (
          <div data-notice hidden={notice === "" || problem !== undefined}>
            <Alert kind="info">{notice}</Alert>
          </div>
        )}
        {children}
      </fieldset>
    </form>
  );
}
