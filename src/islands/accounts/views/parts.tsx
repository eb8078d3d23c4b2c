/** Parts of several account forms. */

import type { ReactNode } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { controlClass, FieldFrame, TextField } from "#islands/ui/form/Field.tsx";
import { codeLength } from "#lib/accounts/one-time-code.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/accounts.ts";

const t = getTexts("accounts");

interface EmailFieldProps {
  id: string;
  label: string;
  value?: string | undefined;
  error?: string | undefined;
  readOnly?: boolean;
  autoFocus?: boolean;
}

export function EmailField({ value, ...rest }: EmailFieldProps) {
  return (
    <TextField
      type="email"
      dir="ltr"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={value}
      {...rest}
    />
  );
}

interface CodeFieldProps {
  id: string;
  label: string;
  error?: string | undefined;
  autoFocus?: boolean;
}

/** A field for a one-time code, with a numeric keyboard and autofill from messages. */
export function CodeField({ id, label, error, ...input }: CodeFieldProps) {
  return (
    <FieldFrame {...{ id, label, error }}>
      {(control) => (
        <input
          {...input}
          {...control}
          type="text"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={codeLength}
          className={`input tabular h-14 ps-[0.5em] text-center text-2xl font-semibold tracking-[0.5em] ${controlClass}`}
        />
      )}
    </FieldFrame>
  );
}

export function SubmitButton({ busyLabel, children }: { busyLabel: string; children: string }) {
  return (
    <Button type="submit" data-busy-label={busyLabel}>
      {children}
    </Button>
  );
}

/** Requests another code. Needs scripts. */
export function ResendButton({ children }: { children: string }) {
  return (
    <Button
      look="plain"
      className="tabular not-scripted:hidden disabled:text-base-content/70"
      data-resend
      data-busy-label={t("server.sending")}
    >
      {children}
    </Button>
  );
}

/** Returns from resetting the password to the log-in form. */
export function BackToLogIn() {
  return (
    <Button look="plain" data-back>
      {t("server.backToLogIn")}
    </Button>
  );
}

interface FormLinkProps {
  opens: "log-in" | "sign-up";
  /** URL of the form's page, used outside dialogs and for new tabs. */
  href: string;
  children: ReactNode;
}

/** A link to another account form. In a dialog, the form opens there. */
export function FormLink({ opens, href, children }: FormLinkProps) {
  return (
    <a className="link link-secondary font-medium" href={localizePath(href)} data-opens={opens}>
      {children}
    </a>
  );
}
