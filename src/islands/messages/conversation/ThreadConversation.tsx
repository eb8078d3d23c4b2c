import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { $connection } from "#lib/messages/client/live-messages.ts";
import { readDraft, storeDraft } from "#lib/messages/client/message-drafts.ts";
import { findNewestMessages, forgetNewestMessages } from "#lib/messages/messages.queries.ts";
import type { Contact, Progress } from "#lib/messages/messages.responses.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/conversations.ts";
import { ContactIcon } from "../contacts/ContactIcon.tsx";
import { BlockButton } from "./BlockButton.tsx";
import { Composer } from "./Composer.tsx";
import { ConversationHead } from "./ConversationHead.tsx";
import { type ConversationStore, createConversation } from "./conversation.store.ts";
import { MessageLog } from "./log/MessageLog.tsx";
import { toLines } from "./message-lines.tsx";
import { NextStep } from "./NextStep.tsx";
import { describeTyping } from "./typing-names.ts";
import { useBlocked } from "./use-blocked.ts";

const t = getTexts("conversations");

interface ThreadConversationProps {
  contact: Contact & { threadId: string };
  me: string;
  /** The message to show, by number. */
  seq?: number | undefined;
  onBack: () => void;
  backLook?: string;
}

/**
 * Opens the conversation when it mounts and closes it when it unmounts. It shows one conversation:
 * its parent uses the thread's ID as the key.
 */
export function ThreadConversation(props: ThreadConversationProps) {
  const { contact, me, seq, onBack, backLook = "" } = props;
  const { threadId, otherState } = contact;
  const [store] = useState<ConversationStore>(() =>
    createConversation({
      threadId,
      me,
      other: otherState,
      newest: findNewestMessages(threadId),
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each conversation
  useEffect(() => {
    // When the conversation is opened again, these messages are out of date.
    forgetNewestMessages(threadId);
    return store.start();
  }, [store]);
  const state = useStore(store.$state);
  useEffect(() => {
    if (seq !== undefined && state.status === "ready") void store.reveal(seq);
  }, [seq, state.status, store]);
  const blocked = useBlocked();
  const connection = useStore($connection);
  const isCourse = contact.kind === "course";
  return (
    <>
      <ConversationHead
        name={contact.name}
        image={contact.imageUrl}
        sign={isCourse ? <ContactIcon of="course" small /> : undefined}
        note={isCourse ? t("courseGroup") : describeRole(contact)}
        onBack={onBack}
        backLook={backLook}
      >
        {contact.profileId !== null && (
          <BlockButton
            person={{ _id: contact.profileId, name: contact.name }}
            isBlocked={contact.isBlocked}
          />
        )}
      </ConversationHead>
      {state.status === "loading" && state.messages.length === 0 && (
        <div className="flex-1 p-6">
          <Loading label={t("loadingMessages")} />
        </div>
      )}
      {state.problem && (
        <div className="p-3">
          <ErrorAlert message={state.problem} retry={store.retry} />
        </div>
      )}
      {(state.status === "ready" || state.messages.length > 0) && (
        <MessageLog
          name={contact.name}
          lines={toLines(
            { ...state, other: farther(state.other, contact.otherState) },
            {
              me,
              isCourse,
              seq,
              blocked: new Set(blocked.map(({ _id }) => _id)),
              sendAgain: store.sendAgain,
              forget: store.forget,
            },
          )}
          beginning={<Beginning state={state} name={contact.name} onMore={store.loadOlder} />}
          end={<Typing names={state.typing} />}
          note={connection === "broken" && t("offline")}
          onTop={state.hasMore ? () => void store.loadOlder() : undefined}
          onSeen={store.noteRead}
        />
      )}
      {contact.canWrite ? (
        <Composer
          to={contact.name}
          note={describeRest(contact)}
          readDraft={() => readDraft(threadId, me)}
          onChange={(text) => storeDraft(threadId, me, text)}
          onSend={store.send}
          onTyping={store.noteTyping}
        />
      ) : (
        <NoWriting contact={contact} />
      )}
    </>
  );
}

/** The role of the other person. Teachers see which students ask before they enroll. */
function describeRole({ role, question }: Contact): string {
  if (role === null) return "";
  return role === "student" && question ? t("notEnrolled") : t(role);
}

/** How many messages a student can send until the teacher answers. */
function describeRest({ question, name }: Contact): string | undefined {
  const count = question?.remaining ?? undefined;
  return count === undefined ? undefined : t("remaining", { count, name: isolatedInRtl(name) });
}

/** Why the user can't write, and what a student can do instead. */
function NoWriting({ contact }: { contact: Contact }) {
  const { question, role, profileId, isBlocked } = contact;
  const obstacle = question?.obstacle;
  return (
    <div
      role="status"
      className="muted grid justify-items-center gap-3 border-t border-base-300 p-4 text-center text-sm"
    >
      <p>{isBlocked ? t("blockedByYou") : (obstacle?.message ?? t("mayNotWrite"))}</p>
      {obstacle && role === "teacher" && profileId !== null && (
        <NextStep fields={obstacle.fields} teacherId={profileId} />
      )}
    </div>
  );
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
        {t("earlier")}
      </Button>
    );
  }
  if (state.messages.length > 0) return null;
  return (
    <p className="muted m-auto max-w-60 text-center text-sm">
      {t("beginning", { name: isolatedInRtl(name) })}
    </p>
  );
}

function Typing({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p dir="auto" className="muted px-1 text-xs">
      {describeTyping(names)}
    </p>
  );
}

/**
 * Combines the read position from events with that from the list, which is refetched after a
 * disconnection.
 */
function farther(heard: Progress | null, listed: Progress | null): Progress | null {
  if (!heard || !listed) return heard ?? listed;
  return {
    deliveredSeq: Math.max(heard.deliveredSeq, listed.deliveredSeq),
    readSeq: Math.max(heard.readSeq, listed.readSeq),
  };
}
