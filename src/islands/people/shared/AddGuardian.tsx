import { ApiError } from "#lib/client/api-error.ts";
import { addGuardianPath } from "#lib/guardians/guardian-path.ts";
import { localizePath } from "#lib/site/locale.ts";

interface AddGuardianProps {
  /** Why the server refused the request. */
  error: unknown;
  /** The path to return to. */
  returnTo: string;
  label: string;
}

/** Whether a child was refused because the profile names no guardian. */
function lacksGuardian(error: unknown): boolean {
  const fields = error instanceof ApiError ? error.errors : [];
  return fields.some(({ field }) => field.startsWith("parentGuardian"));
}

/**
 * Leads children to the form for a guardian and back, after they were refused because they have
 * none.
 */
export function AddGuardian({ error, returnTo, label }: AddGuardianProps) {
  if (!lacksGuardian(error)) return null;
  return (
    <a
      className="btn btn-outline btn-block border-base-300"
      href={localizePath(addGuardianPath(returnTo))}
    >
      {label}
    </a>
  );
}
