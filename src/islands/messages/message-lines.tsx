import { DeleteButton } from "#islands/ui/DeleteButton.tsx";
import { deleteMessage, deleteMessageFailed } from "#lib/messages/messages.calls.ts";
import { type Message, messageTexts, type Progress } from "#lib/messages/messages.ts";
import { BlockButton } from "./BlockButton.tsx";
import type { ConversationState, ConversationStore } from "./conversation.store.ts";
import type { Line } from "./MessageLine.tsx";
import { ReportMessage } from "./ReportMessage.tsx";

interface LineOptions {
  me: string;
  isCourse: boolean;
  /** The message to mark, by number. */
  seq?: number | undefined;
  /** Whom the reader has blocked, by id. */
  blocked: ReadonlySet<string>;
  sendAgain: ConversationStore["sendAgain"];
  forget: ConversationStore["forget"];
}

/** Out of the way until somebody points at the message, where there is something to point with. */
const quiet =
  "min-h-6 underline-offset-2 hover:underline pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 focus-visible:opacity-100 pointer-fine:group-focus-within:opacity-100";

/** A conversation as the log shows it: what has been sent, then what is on its way. */
export function toLines(state: ConversationState, options: LineOptions): Line[] {
  const { me, isCourse, blocked } = options;
  const lastOwn = state.messages.findLast(({ author }) => author._id === me);
  return [
    ...state.messages.map((message): Line => {
      const { author } = message;
      const isOwn = author._id === me;
      return {
        // The same before and after it has arrived.
        key: isOwn ? message.clientId : message._id,
        isOwn,
        by: isOwn ? "" : author.name,
        author: isCourse && !isOwn ? author.name : undefined,
        text: message.text,
        sentAt: message.sentAt,
        state: message === lastOwn && state.other ? stateOf(message, state.other) : undefined,
        isDeleted: Boolean(message.deletedAt),
        action: message.deletedAt ? undefined : isOwn ? (
          <DeleteButton
            title="Delete this message?"
            className={quiet}
            fallback={deleteMessageFailed}
            remove={() => deleteMessage(message._id)}
            onDone={() => options.forget(message.seq)}
          >
            Everybody in the conversation will see “{messageTexts.deleted}” in its place.
          </DeleteButton>
        ) : (
          <>
            <ReportMessage messageId={message._id} className={quiet} />
            {isCourse && (
              <BlockButton person={author} isBlocked={blocked.has(author._id)} className={quiet} />
            )}
          </>
        ),
        marked: message.seq === options.seq,
        isHidden: isCourse && blocked.has(author._id),
      };
    }),
    ...state.outbox.map(
      ({ clientId, text, writtenAt, problem }): Line => ({
        key: clientId,
        isOwn: true,
        by: "",
        text,
        sentAt: writtenAt,
        state:
          problem === undefined ? (
            "Sending…"
          ) : (
            <span role="alert" className="text-error">
              {problem}
            </span>
          ),
        action:
          problem === undefined ? undefined : (
            <button
              type="button"
              className="min-h-6 font-semibold underline"
              onClick={() => options.sendAgain(clientId)}
            >
              Try again
            </button>
          ),
      }),
    ),
  ];
}

function stateOf({ seq }: Message, { readSeq, deliveredSeq }: Progress): string {
  if (readSeq >= seq) return "Read";
  return deliveredSeq >= seq ? "Delivered" : "Sent";
}
