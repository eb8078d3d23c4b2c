import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { useNow } from "#islands/ui/time/use-now.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { guardianConversationsOptions } from "#lib/guardians/guardians.queries.ts";
import type { GuardianView } from "#lib/guardians/guardians.responses.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatRecent } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/conversations.ts";
import { ContactIcon } from "../contacts/ContactIcon.tsx";
import { ContactRow } from "../contacts/ContactRow.tsx";
import { GuardianThread } from "./GuardianThread.tsx";

const t = getTexts("conversations");

interface GuardianConversationsProps {
  token: string;
  childId: string;
}

/** The child's conversations, read-only, for a guardian who follows the link in an email. */
export function GuardianConversations({ token, childId }: GuardianConversationsProps) {
  const view = useQuery(guardianConversationsOptions(token, childId), queryClient);
  if (view.isPending) return <Loading label={t("loadingConversations")} />;
  if (view.isError) return <QueryError query={view} />;
  return <Conversations token={token} view={view.data} />;
}

function Conversations({ token, view }: { token: string; view: GuardianView }) {
  const now = useNow(60_000);
  const [openId, setOpenId] = useState<string>();
  const open = view.conversations.find(({ threadId }) => threadId === openId);
  const list = useRef<HTMLUListElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const shown = useRef(openId);
  useEffect(() => {
    if (shown.current === openId) return;
    shown.current = openId;
    // On phones, the pressed button has disappeared.
    (openId === undefined ? list : pane).current?.focus();
  }, [openId]);
  const backLook = "lg:hidden";
  return (
    <div className="grid gap-4">
      <p className="muted max-w-prose text-sm">
        {t("guardian", { child: isolatedInRtl(view.child.name) })}
      </p>
      {view.conversations.length === 0 ? (
        <EmptyState title={t("noMessages")} />
      ) : (
        <div
          className={`panel flex overflow-hidden lg:h-[calc(100dvh-16rem)] lg:min-h-96 lg:divide-x lg:divide-base-300 ${open ? "h-[calc(100dvh-16rem)] min-h-96" : ""}`}
        >
          <ul
            ref={list}
            tabIndex={-1}
            className={`min-h-0 w-full outline-none overflow-y-auto lg:w-88 lg:shrink-0 ${open ? "max-lg:hidden" : ""}`}
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
          <div
            ref={pane}
            tabIndex={-1}
            className={`min-h-0 min-w-0 flex-1 flex-col outline-none ${open ? "flex" : "hidden lg:flex"}`}
          >
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
    </div>
  );
}
