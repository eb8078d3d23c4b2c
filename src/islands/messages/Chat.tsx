import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Busy } from "#islands/ui/Busy.tsx";
import { Star } from "#islands/ui/Star.tsx";
import { Trouble } from "#islands/ui/Trouble.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { openThread } from "#lib/client/messages.calls.ts";
import { queryClient } from "#lib/client/query-client.ts";
import type { Contact, OpenThreadInput } from "#lib/messages.ts";
import { ContactList } from "./ContactList.tsx";
import { PracticeConversation } from "./PracticeConversation.tsx";
import { practiceName } from "./practice.store.ts";
import { ThreadConversation } from "./ThreadConversation.tsx";
import { refreshContacts, useContacts } from "./use-contacts.ts";

interface ChatProps {
  /** The person's profile id. */
  me: string;
  /** With whom, or in which course, to begin. */
  opening?: OpenThreadInput | undefined;
  /** Whether list and conversation stand side by side where there is room. */
  wide?: boolean;
}

type View = { name: "list" } | { name: "practice" } | { name: "thread"; id: string; seq?: number };

/** The list of conversations, and the one that is open. */
export function Chat({ me, opening, wide = false }: ChatProps) {
  const contacts = useContacts(me);
  const [view, setView] = useState<View>({ name: "list" });
  const entering = useMutation(
    {
      mutationFn: openThread,
      onSuccess: (contact) => {
        refreshContacts();
        if (contact.threadId) setView({ name: "thread", id: contact.threadId });
      },
    },
    queryClient,
  );
  const { mutate } = entering;
  const { recipientId, courseId } = opening ?? {};
  useEffect(() => {
    if (recipientId !== undefined) mutate({ recipientId });
    else if (courseId !== undefined) mutate({ courseId });
  }, [recipientId, courseId, mutate]);

  const open = (contact: Contact, seq?: number) => {
    const { threadId, profileId } = contact;
    if (threadId !== null) {
      setView({ name: "thread", id: threadId, ...(seq === undefined ? {} : { seq }) });
    } else if (profileId !== null) mutate({ recipientId: profileId });
    else if (contact.courseId !== null) mutate({ courseId: contact.courseId });
  };
  const back = () => {
    entering.reset();
    setView({ name: "list" });
  };
  const [list, pane] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const shown = useRef(view.name);
  useEffect(() => {
    if (shown.current === view.name) return;
    shown.current = view.name;
    // What had the focus is gone; the keyboard goes on in what came.
    (view.name === "list" ? list : pane).current?.focus();
  }, [view.name, list, pane]);
  const found =
    view.name === "thread" && contacts.data?.find(({ threadId }) => threadId === view.id);
  const backLook = wide ? "lg:hidden" : "";
  const listLook = view.name === "list" ? "flex" : wide ? "hidden lg:flex" : "hidden";
  const paneLook = view.name === "list" ? (wide ? "hidden lg:flex" : "hidden") : "flex";
  return (
    <div className={`flex min-h-0 flex-1 ${wide ? "lg:divide-x lg:divide-base-300" : ""}`}>
      <div
        ref={list}
        tabIndex={-1}
        className={`min-h-0 w-full flex-col outline-none ${wide ? "lg:w-80 lg:shrink-0" : ""} ${listLook}`}
      >
        {entering.isPending && (
          <div className="p-3">
            <Busy label="Opening the conversation..." />
          </div>
        )}
        {entering.error && (
          <div className="p-3">
            <Trouble message={messageOf(entering.error, "Failed to open the conversation")} />
          </div>
        )}
        <ContactList
          contacts={contacts}
          openThread={
            view.name === "thread" ? view.id : view.name === "practice" ? practiceName : undefined
          }
          onOpen={open}
          onPractice={() => setView({ name: "practice" })}
        />
      </div>
      <div
        ref={pane}
        tabIndex={-1}
        className={`min-h-0 min-w-0 flex-1 flex-col outline-none ${paneLook}`}
      >
        {view.name === "practice" && <PracticeConversation onBack={back} backLook={backLook} />}
        {found && found.threadId !== null && (
          <ThreadConversation
            key={found.threadId}
            contact={{ ...found, threadId: found.threadId }}
            me={me}
            seq={view.name === "thread" ? view.seq : undefined}
            onBack={back}
            backLook={backLook}
          />
        )}
        {view.name === "thread" && !found && (
          <div className="p-6">
            <Busy label="Opening the conversation..." />
          </div>
        )}
        {view.name === "list" && (
          <div className="muted m-auto grid justify-items-center gap-3 p-6 text-sm">
            <Star className="size-10 text-accent" />
            Choose a conversation.
          </div>
        )}
      </div>
    </div>
  );
}
