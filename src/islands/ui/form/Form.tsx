import { type BaseSyntheticEvent, type ReactNode, useEffect, useRef } from "react";
import { Alert, findInvalidField } from "../feedback/Alert.tsx";
import { useOnline } from "../feedback/use-online.ts";
import { describeOffline, outcomeLook } from "../looks.ts";
import { useHydrated } from "../use-hydrated.ts";

interface FormProps {
  onSubmit: (event: BaseSyntheticEvent) => void;
  busy: boolean;
  problem?: string | undefined;
  success?: string | undefined;
  className?: string;
  children: ReactNode;
}

/**
 * A form of an island. Its fields are enabled after hydration, so that nothing typed is lost and
 * the browser never submits the form itself. While busy, it ignores further submits.
 */
export function Form({ onSubmit, busy, problem, success, className = "", children }: FormProps) {
  const hydrated = useHydrated();
  const online = useOnline();
  const outcome = useRef<HTMLDivElement>(null);
  // In a long form, the submit button is far below the message, and may be far from a rejected field.
  useEffect(() => {
    if (!problem && !success) return;
    const shown = findInvalidField()?.parentElement ?? outcome.current;
    shown?.scrollIntoView?.({ block: "nearest" });
  }, [problem, success]);
  return (
    <form
      method="post"
      noValidate
      aria-busy={busy}
      onSubmit={(event) => {
        if (busy) event.preventDefault();
        else onSubmit(event);
      }}
    >
      <fieldset disabled={!hydrated} className={`grid gap-4 ${className}`}>
        {(problem || success) && (
          <div ref={outcome} className={outcomeLook}>
            {problem && <Alert>{problem}</Alert>}
            {success && <Alert kind="success">{success}</Alert>}
          </div>
        )}
        {!online && (
          <div className="col-span-full">
            <Alert kind="warning">{describeOffline()}</Alert>
          </div>
        )}
        {children}
      </fieldset>
    </form>
  );
}
