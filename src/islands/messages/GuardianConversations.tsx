import { useEffect, useState } from "react";
import { TurnOffLink } from "#islands/guardians/shared/TurnOffLink.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { NeedsScript } from "#islands/ui/feedback/NeedsScript.tsx";
import { useNow } from "#islands/ui/time/use-now.ts";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { turnOffGuardianLink, viewAsGuardian } from "#lib/guardians/guardians.calls.ts";
import type { GuardianView } from "#lib/guardians/guardians.responses.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatRecent } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/conversations.ts";
import { ContactIcon } from "./contacts/ContactIcon.tsx";
import { ContactRow } from "./contacts/ContactRow.tsx";
import { GuardianThread } from "./GuardianThread.tsx";

const t = getTexts("conversations");

type State =
  | { name: "loading" }
  | { name: "shown"; token: string; view: GuardianView }
  | { name: "failed"; message: string; isOver: boolean }
  | { name: "ended" };

/** The child's conversations, read-only, for a guardian who follows the link in an email. */
export default function GuardianConversations() {
  const [state, setState] = useState<State>({ name: "loading" });
  const now = useNow(60_000);
  const [openId, setOpenId] = useState<string>();
  const load = async () => {
    const token = location.hash.slice(1);
    setState({ name: "loading" });
    try {
      setState({ name: "shown", token, view: await viewAsGuardian(token) });
    } catch (error) {
      const isOver = error instanceof ApiError && error.status === 404;
      setState({ name: "failed", message: messageOf(error), isOver });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only once, on mount
  useEffect(() => void load(), []);

  if (state.name === "loading") {
    return (
      <>
        <div className="not-scripted:hidden">
          <Loading label={t("loadingConversations")} />
        </div>
        <NeedsScript title={t("needsScript")} />
      </>
    );
  }
  if (state.name === "failed") {
    // If the link has been turned off, a retry doesn't help.
    return (
      <ErrorAlert message={state.message} retry={state.isOver ? undefined : () => void load()} />
    );
  }
  if (state.name === "ended") {
    return <Alert>{t("linkEnded")}</Alert>;
  }
  const { token, view } = state;
  const open = view.conversations.find(({ threadId }) => threadId === openId);
  const backLook = "lg:hidden";
  return (
    <div className="grid gap-5">
      <p className="muted max-w-prose">
        {t("guardian", { child: isolatedInRtl(view.child.name) })}
      </p>
      {view.conversations.length === 0 ? (
        <EmptyState title={t("noMessages")} />
      ) : (
        <div className="panel flex h-[calc(100dvh-20rem)] min-h-96 overflow-hidden lg:divide-x lg:divide-base-300">
          <ul
            className={`min-h-0 w-full overflow-y-auto lg:w-88 lg:shrink-0 ${open ? "max-lg:hidden" : ""}`}
          >
            {view.conversations.map(({ threadId, kind, name, lastMessageAt }) => (
              <ContactRow
                key={threadId}
                name={name}
                sign={kind === "course" ? <ContactIcon of="course" /> : undefined}
                note={kind === "course" ? t("courseGroup") : t("private")}
                time={formatRecent(lastMessageAt, viewerZone(), now)}
                isOpen={threadId === openId}
                onOpen={() => setOpenId(threadId)}
              />
            ))}
          </ul>
          <div className={`min-h-0 min-w-0 flex-1 flex-col ${open ? "flex" : "hidden lg:flex"}`}>
            {open ? (
              <GuardianThread
                key={open.threadId}
                token={token}
                thread={open}
                childId={view.child._id}
                onBack={() => setOpenId(undefined)}
                backLook={backLook}
              />
            ) : (
              <p className="muted m-auto p-6 text-sm">{t("choose")}</p>
            )}
          </div>
        </div>
      )}
      <TurnOffLink
        end={() => turnOffGuardianLink(token)}
        onEnded={() => setState({ name: "ended" })}
      >
        {t("endLink")}
      </TurnOffLink>
    </div>
  );
}
