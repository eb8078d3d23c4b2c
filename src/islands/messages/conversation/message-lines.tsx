import type { Message, Progress } from "#lib/messages/messages.responses.ts";
import { deletedTextDays, restoreMinutes } from "#lib/messages/messages.rules.ts";
import { getTexts } from "#translations/conversations.ts";
import { BlockButton } from "./BlockButton.tsx";
import type { ConversationState, ConversationStore } from "./conversation.store.ts";
import type { Line } from "./log/MessageLine.tsx";
import { OwnMessageAction } from "./OwnMessageAction.tsx";
import { ReportMessage } from "./ReportMessage.tsx";

const t = getTexts("conversations");

interface LineOptions {
  me: string;
  isCourse: boolean;
  /** Number of the message to highlight. */
  seq?: number | undefined;
  /** IDs of the people whom the reader has blocked. */
  blocked: ReadonlySet<string>;
  sendAgain: ConversationStore["sendAgain"];
  forget: ConversationStore["forget"];
}

/** Hidden until the pointer is over the message, on devices with a fine pointer. */
const quiet =
  "min-h-6 underline-offset-2 hover:underline pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 focus-visible:opacity-100 pointer-fine:group-focus-within:opacity-100";

/**
 * Authors can undo a deletion for a few minutes. Other people's deleted messages can be reported
 * while their text is kept.
 */
function hasAction({ deletedAt }: Message, isOwn: boolean): boolean {
  if (!deletedAt) return true;
  const minutes = isOwn ? restoreMinutes : deletedTextDays * 24 * 60;
  return Date.now() - Date.parse(deletedAt) < minutes * 60_000;
}

/** Converts a conversation to log lines: sent messages first, then messages being sent. */
export function toLines(state: ConversationState, options: LineOptions): Line[] {
  const { me, isCourse, blocked } = options;
  const lastOwn = state.messages.findLast(({ author }) => author._id === me);
  return [
    ...state.messages.map((message): Line => {
      const { author } = message;
      const isOwn = author._id === me;
      return {
        // The key is the same before and after sending.
        key: isOwn ? message.clientId : message._id,
        isOwn,
        by: isOwn ? "" : author.name,
        author: isCourse && !isOwn ? author.name : undefined,
        text: message.text,
        sentAt: message.sentAt,
        state: message === lastOwn && state.other ? stateOf(message, state.other) : undefined,
        isDeleted: Boolean(message.deletedAt),
        action: !hasAction(message, isOwn) ? undefined : isOwn ? (
          <OwnMessageAction
            message={message}
            className={quiet}
            onDeleted={() => options.forget(message.seq)}
          />
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
            t("sending")
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
              {t("tryAgain")}
            </button>
          ),
      }),
    ),
  ];
}

function stateOf({ seq }: Message, { readSeq, deliveredSeq }: Progress): string {
  if (readSeq >= seq) return t("read");
  return deliveredSeq >= seq ? t("delivered") : t("sent");
}
