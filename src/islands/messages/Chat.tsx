import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { Star } from "#islands/ui/Star.tsx";
import { ApiError, messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { conversationPath, practiceId } from "#lib/messages/conversation-path.ts";
import { openThread } from "#lib/messages/messages.calls.ts";
import { putContact } from "#lib/messages/messages.queries.ts";
import type { Contact } from "#lib/messages/messages.responses.ts";
import type { OpenThreadInput } from "#lib/messages/messages.ts";
import { getTexts } from "#translations/conversations.ts";
import { ContactList } from "./contacts/ContactList.tsx";
import { FoundThread } from "./contacts/FoundThread.tsx";
import { useContacts } from "./contacts/use-contacts.ts";
import { NextStep } from "./conversation/NextStep.tsx";
import { PracticeConversation } from "./conversation/PracticeConversation.tsx";
import { useView, type View } from "./use-view.ts";

const t = getTexts("conversations");

interface ChatProps {
  /** The user's profile ID. */
  me: string;
  /** The person or course whose conversation to open first. */
  opening?: OpenThreadInput | undefined;
  /**
   * Whether this is the messages page, with the list and the conversation side by side if there is
   * room.
   */
  wide?: boolean;
}

/** Focuses the field in which people type, except where that opens a keyboard over the messages. */
function focusConversation(pane: HTMLElement | null): void {
  const isTouchscreen = globalThis.matchMedia?.("(pointer: coarse)").matches;
  const field = isTouchscreen ? null : pane?.querySelector("textarea");
  (field ?? pane)?.focus();
}

/** The list of conversations and the open conversation. */
export function Chat({ me, opening, wide = false }: ChatProps) {
  const contacts = useContacts(me);
  const { recipientId, courseId } = opening ?? {};
  // Conversations that exist already need no request to be opened.
  const listed = findListed(contacts.data, opening);
  const { view, go, settle } = useView(wide, listed);
  const entering = useMutation({ mutationFn: openThread, onSuccess: putContact }, queryClient);
  const { mutate } = entering;
  const first = useRef({ settle, listed });
  useEffect(() => {
    if (recipientId === undefined && courseId === undefined) return;
    if (first.current.listed) return first.current.settle(first.current.listed);
    const input = recipientId !== undefined ? { recipientId } : { courseId };
    mutate(input, {
      onSuccess: ({ threadId }) =>
        threadId && first.current.settle({ name: "thread", id: threadId }),
    });
  }, [recipientId, courseId, mutate]);

  const open = (contact: Contact, seq?: number) => {
    const { threadId, profileId } = contact;
    entering.reset();
    if (threadId !== null) {
      go({ name: "thread", id: threadId, ...(seq === undefined ? {} : { seq }) });
      return;
    }
    const input =
      profileId !== null ? { recipientId: profileId } : { courseId: contact.courseId ?? "" };
    mutate(input, {
      onSuccess: (opened) => opened.threadId && go({ name: "thread", id: opened.threadId }),
    });
  };
  const back = () => go({ name: "list" });
  const [list, pane] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const shownKey = view.name === "thread" ? view.id : view.name;
  // A conversation that a link to this page names is opened, too.
  const shown = useRef(listed ? undefined : shownKey);
  useEffect(() => {
    if (shown.current === shownKey) return;
    shown.current = shownKey;
    if (shownKey === "list") list.current?.focus();
    else focusConversation(pane.current);
  }, [shownKey, pane, list]);
  const backLook = wide ? "lg:hidden" : "";
  const listLook = view.name === "list" ? "flex" : wide ? "hidden lg:flex" : "hidden";
  const paneLook = view.name === "list" ? (wide ? "hidden lg:flex" : "hidden") : "flex";
  return (
    <div className={`flex min-h-0 min-w-0 flex-1 ${wide ? "lg:divide-x lg:divide-base-300" : ""}`}>
      <div
        ref={list}
        tabIndex={-1}
        className={`min-h-0 w-full min-w-0 flex-col outline-none ${wide ? "lg:w-88 lg:shrink-0" : ""} ${listLook}`}
      >
        {entering.isPending && (
          <div className="p-3">
            <Loading label={t("opening")} />
          </div>
        )}
        {entering.error && (
          <div className="grid justify-items-start gap-3 p-3">
            <ErrorAlert message={messageOf(entering.error)} />
            <RefusedStep error={entering.error} teacherId={entering.variables?.recipientId} />
          </div>
        )}
        <ContactList
          me={me}
          contacts={contacts}
          openThread={
            view.name === "thread" ? view.id : view.name === "practice" ? practiceId : undefined
          }
          onOpen={open}
          onPractice={() => go({ name: "practice" })}
          pathOf={wide ? conversationPath : undefined}
        />
      </div>
      <div
        ref={pane}
        tabIndex={-1}
        className={`min-h-0 min-w-0 flex-1 flex-col outline-none ${paneLook}`}
      >
        {view.name === "practice" && <PracticeConversation onBack={back} backLook={backLook} />}
        {view.name === "thread" && (
          <FoundThread
            key={view.id}
            id={view.id}
            seq={view.seq}
            me={me}
            contacts={contacts.data}
            onBack={back}
            backLook={backLook}
          />
        )}
        {view.name === "list" && (
          <div className="muted m-auto grid justify-items-center gap-3 p-6 text-sm">
            <Star className="size-10 text-accent" />
            {t("choose")}
          </div>
        )}
      </div>
    </div>
  );
}

/** What a student can do who may not ask a teacher something. Nothing helps with other refusals. */
function RefusedStep({ error, teacherId }: { error: unknown; teacherId: string | undefined }) {
  const refused = error instanceof ApiError && (error.status === 400 || error.status === 409);
  if (!refused || teacherId === undefined) return null;
  return <NextStep fields={error.errors.map(({ field }) => field)} teacherId={teacherId} />;
}

/** The view of the conversation to open, if the list contains it. */
function findListed(
  contacts: readonly Contact[] | undefined,
  { recipientId, courseId }: OpenThreadInput = {},
): View | undefined {
  const contact = contacts?.find(({ profileId, courseId: group }) =>
    recipientId === undefined
      ? courseId !== undefined && group === courseId
      : profileId === recipientId,
  );
  return contact?.threadId ? { name: "thread", id: contact.threadId } : undefined;
}
