import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { Busy } from "#islands/ui/Busy.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Trouble } from "#islands/ui/Trouble.tsx";
import type { Contact } from "#lib/messages.ts";
import { BlockButton } from "./BlockButton.tsx";
import { Composer } from "./Composer.tsx";
import { ConversationHead } from "./ConversationHead.tsx";
import { type ConversationStore, openConversation } from "./conversation.store.ts";
import { toLines } from "./lines.tsx";
import { MessageLog } from "./MessageLog.tsx";

interface ThreadConversationProps {
  contact: Contact & { threadId: string };
  me: string;
  /** The message to show, by number. */
  seq?: number | undefined;
  onBack: () => void;
  backLook?: string;
}

const roles = { teacher: "Teacher", student: "Student" };

/** Keeps the conversation open as long as it is shown. */
export function ThreadConversation(props: ThreadConversationProps) {
  const { contact, me } = props;
  const [store, setStore] = useState<ConversationStore>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: how far the other has come is news later
  useEffect(() => {
    const opened = openConversation(contact.threadId, me, contact.otherState);
    setStore(opened);
    return () => opened.stop();
  }, [contact.threadId, me]);
  return store ? <Opened {...props} store={store} /> : null;
}

function Opened(props: ThreadConversationProps & { store: ConversationStore }) {
  const { contact, me, seq, store, onBack, backLook = "" } = props;
  const state = useStore(store.$state);
  useEffect(() => {
    if (seq !== undefined && state.status === "ready") void store.reveal(seq);
  }, [seq, state.status, store]);
  useReading(store, state.messages.length);
  const isCourse = contact.kind === "course";
  return (
    <>
      <ConversationHead
        name={contact.name}
        image={contact.imageUrl}
        note={isCourse ? "Everybody in the course" : contact.role ? roles[contact.role] : ""}
        onBack={onBack}
        backLook={backLook}
      >
        {!isCourse && <BlockButton contact={contact} />}
      </ConversationHead>
      {state.status === "loading" && state.messages.length === 0 && (
        <div className="flex-1 p-6">
          <Busy label="Loading messages..." />
        </div>
      )}
      {state.problem && (
        <div className="p-3">
          <Trouble message={state.problem} retry={store.retry} />
        </div>
      )}
      {(state.status === "ready" || state.messages.length > 0) && (
        <MessageLog
          name={contact.name}
          lines={toLines(state, { me, isCourse, seq, send: store.send })}
          beginning={<Beginning state={state} name={contact.name} onMore={store.loadOlder} />}
          end={<Typing names={state.typing} />}
          onTop={state.hasMore ? () => void store.loadOlder() : undefined}
        />
      )}
      {contact.canWrite ? (
        <Composer
          key={contact.threadId}
          to={contact.name}
          onSend={(text) => void store.send(text)}
          onTyping={store.noteTyping}
        />
      ) : (
        <p className="muted border-t border-base-300 p-4 text-center text-sm">
          {contact.isBlocked ? "You blocked this person." : "You can't write to this person."}
        </p>
      )}
    </>
  );
}

/** What is in view while the page is counts as read. */
function useReading(store: ConversationStore, count: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is to be noted
  useEffect(() => {
    const note = () => {
      if (document.visibilityState === "visible") store.noteRead();
    };
    note();
    document.addEventListener("visibilitychange", note);
    return () => document.removeEventListener("visibilitychange", note);
  }, [store, count]);
}

interface BeginningProps {
  state: { messages: readonly unknown[]; hasMore: boolean; loadingOlder: boolean };
  name: string;
  onMore: () => void;
}

function Beginning({ state, name, onMore }: BeginningProps) {
  if (state.hasMore) {
    return (
      <Button look="plain" className="btn-sm mx-auto" busy={state.loadingOlder} onClick={onMore}>
        Show earlier messages
      </Button>
    );
  }
  if (state.messages.length > 0) return null;
  return (
    <p className="muted m-auto max-w-60 text-center text-sm">
      This is the beginning of your conversation with {name}.
    </p>
  );
}

function Typing({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return <p className="muted px-1 text-xs">{names.join(", ")} is typing…</p>;
}
