import type { Message, Progress } from "#lib/messages.ts";
import type { ConversationState, ConversationStore } from "./conversation.store.ts";
import type { Line } from "./MessageLog.tsx";
import { ReportMessage } from "./ReportMessage.tsx";

interface LineOptions {
  me: string;
  isCourse: boolean;
  /** The message to mark, by number. */
  seq?: number | undefined;
  send: ConversationStore["send"];
}

/** A conversation as the log shows it: what has been sent, then what is on its way. */
export function toLines(state: ConversationState, options: LineOptions): Line[] {
  const { me, isCourse } = options;
  const lastOwn = state.messages.findLast(({ author }) => author._id === me);
  return [
    ...state.messages.map((message): Line => {
      const isOwn = message.author._id === me;
      return {
        key: message._id,
        isOwn,
        author: isCourse && !isOwn ? message.author.name : undefined,
        text: message.text,
        sentAt: message.sentAt,
        state: message === lastOwn && state.other ? stateOf(message, state.other) : undefined,
        action: isOwn ? undefined : <ReportMessage messageId={message._id} />,
        marked: message.seq === options.seq,
      };
    }),
    ...state.outbox.map(
      ({ clientId, text, problem }): Line => ({
        key: clientId,
        isOwn: true,
        text,
        sentAt: new Date().toISOString(),
        state: problem === undefined ? "Sending…" : <span role="alert">{problem}</span>,
        action:
          problem === undefined ? undefined : (
            <button
              type="button"
              className="min-h-6 font-semibold underline"
              onClick={() => void options.send(text, clientId)}
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
