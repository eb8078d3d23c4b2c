/**
 * The 3,000 most common passwords of at least six characters, most common first, in lower case.
 * From OWASP SecLists (Daniel Miessler, Jason Haddix), '10 million password list', CC BY-SA 3.0.
 */
import { readFileSync } from "node:fs";

let common: Set<string> | undefined;

/** Whether the password is on the list, regardless of case. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(
    readFileSync(new URL("./common-passwords.txt", import.meta.url), "utf8")
      .trim()
      .split("\n"),
  );
  return common.has(password.toLowerCase());
}
