import { type Ref, useId, useState } from "react";
import { Button } from "../Button.tsx";
import { Alert } from "../feedback/Alert.tsx";
import { Icon } from "../Icon.tsx";
import { useHydrated } from "../use-hydrated.ts";

interface CopyFieldProps {
  url: string;
  texts: { label: string; copy: string; copied: string; blocked: string };
  hint?: string;
  look?: "main" | "quiet";
  field?: Ref<HTMLInputElement>;
  /** Shows the message elsewhere. Without it, the message appears below the field. */
  onCopied?: (message: string) => void;
}

/** A link to copy. Without scripts, it can be selected and copied by hand. */
export function CopyField({ url, texts, hint, look = "main", field, onCopied }: CopyFieldProps) {
  const id = useId();
  const hydrated = useHydrated();
  const [outcome, setOutcome] = useState<"copied" | "blocked">();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setOutcome("copied");
      onCopied?.(texts.copied);
    } catch {
      // Browsers refuse on pages without HTTPS or if the person has denied permission.
      setOutcome("blocked");
    }
  };
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {texts.label}
      </label>
      <div className="flex min-w-0 flex-col gap-2 sm:flex-row">
        <input
          ref={field}
          id={id}
          className="input w-full font-mono text-xs"
          dir="ltr"
          readOnly
          value={url}
          aria-describedby={hint && `${id}-hint`}
          onFocus={({ target }) => target.select()}
        />
        {hydrated && (
          <Button look={look} onClick={() => void copy()}>
            <Icon name="copy" />
            {texts.copy}
          </Button>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="muted text-xs">
          {hint}
        </p>
      )}
      {!onCopied && (
        <p role="status" className="text-sm text-success empty:hidden">
          {outcome === "copied" && texts.copied}
        </p>
      )}
      {outcome === "blocked" && <Alert>{texts.blocked}</Alert>}
    </div>
  );
}
