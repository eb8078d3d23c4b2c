import { type ReactNode, useEffect, useRef, useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { getTexts } from "#translations/guardians.ts";
import { Button } from "../../ui/Button.tsx";
import { Alert } from "../../ui/feedback/Alert.tsx";

const t = getTexts("guardians");

interface TurnOffLinkProps {
  end: () => Promise<void>;
  onEnded: () => void;
  /** Explains what happens after the link is turned off. */
  children: ReactNode;
}

/** Lets a person who opened a page through a secret link turn that link off. */
export function TurnOffLink({ end, onEnded, children }: TurnOffLinkProps) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    setProblem("");
    try {
      await end();
      onEnded();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <section className="panel grid gap-3 p-5">
      <h2 className="text-base font-semibold">{t("link.title")}</h2>
      <p className="muted max-w-prose text-sm">{children}</p>
      {problem && <Alert>{problem}</Alert>}
      <Button
        look="quiet"
        className="justify-self-start"
        busy={busy}
        busyLabel={t("link.ending")}
        onClick={() => void act()}
      >
        {t("link.end")}
      </Button>
    </section>
  );
}

/** Says that the link was turned off. Gets the focus, because the pressed button is gone. */
export function LinkTurnedOff({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1} className="outline-none">
      <Alert kind="success">{children}</Alert>
    </div>
  );
}
