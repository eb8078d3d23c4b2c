import { addGuardianPath, lacksGuardian } from "#lib/guardians/guardian-path.ts";
import { localizePath } from "#lib/site/locale.ts";

interface AddGuardianProps {
  /** Why the server refused the request. */
  error: unknown;
  /** The path to return to. */
  returnTo: string;
  label: string;
}

/** Leads children who were refused because they have no guardian to the form, and back. */
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
