import { type ReactNode, useDeferredValue, useState } from "react";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { useNow } from "#islands/ui/time/use-now.ts";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { readOutbox } from "#lib/messages/client/message-drafts.ts";
import { practiceId } from "#lib/messages/conversation-path.ts";
import type { Contact } from "#lib/messages/messages.responses.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import { formatRecent } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/conversations.ts";
import { ContactIcon } from "./ContactIcon.tsx";
import { ContactRow } from "./ContactRow.tsx";
import { SearchResults } from "./SearchResults.tsx";
import type { useContacts } from "./use-contacts.ts";
import { useDebounced } from "./use-debounced.ts";

const t = getTexts("conversations");

interface ContactListProps {
  me: string;
  contacts: ReturnType<typeof useContacts>;
  /** The open conversation, if any. */
  openThread: string | undefined;
  onOpen: (contact: Contact, seq?: number) => void;
  onPractice: () => void;
  /** The page of a conversation. Undefined if conversations open in place. */
  pathOf?: ((threadId: string) => string) | undefined;
}

/** All contacts with unread counts, and a search through names and messages. */
export function ContactList(props: ContactListProps) {
  const { me, contacts, openThread, onOpen, onPractice, pathOf } = props;
  const [search, setSearch] = useState("");
  const now = useNow(60_000);
  const term = useDeferredValue(search.trim());
  const settled = useDebounced(term);
  const all = contacts.data ?? [];
  // The server doesn't have the messages that this tab hasn't sent yet.
  const isHydrated = useHydrated();
  const findUnsent = (threadId: string | null) =>
    isHydrated && threadId !== null ? readOutbox(threadId, me)[0]?.text : undefined;
  const folded = foldForSearch(term);
  const shown = all.filter(({ name }) => foldForSearch(name).includes(folded));
  const isEmpty = contacts.isSuccess && all.length === 0 && folded === "";
  // Among people, a bot would only be in the way.
  const offersPractice = isEmpty || (openThread === practiceId && folded === "");
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="border-b border-base-300 p-3">
        <input
          type="search"
          aria-label={t("search")}
          placeholder={t("searchPlaceholder")}
          maxLength={200}
          className="input w-full"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {contacts.isPending && (
          <div className="p-6">
            <Loading label={t("loadingConversations")} />
          </div>
        )}
        {contacts.error && (
          <div className="p-3">
            <QueryError query={contacts} />
          </div>
        )}
        {isEmpty && <p className="muted px-5 py-6 text-center text-sm">{t("noContacts")}</p>}
        <ul>
          {shown.map((contact) => (
            <ContactRow
              key={contact.profileId ?? contact.courseId}
              name={contact.name}
              image={contact.imageUrl}
              sign={contact.kind === "course" ? <ContactIcon of="course" /> : undefined}
              mark={contact.role === "student" && contact.question ? <NotEnrolled /> : undefined}
              note={noteOf(contact, me, findUnsent(contact.threadId))}
              time={
                contact.lastMessage
                  ? formatRecent(contact.lastMessage.sentAt, viewerZone(), now)
                  : undefined
              }
              unread={contact.unread}
              isOpen={contact.threadId !== null && contact.threadId === openThread}
              path={contact.threadId === null ? undefined : pathOf?.(contact.threadId)}
              onOpen={() => onOpen(contact)}
            />
          ))}
          {offersPractice && (
            <ContactRow
              name={t("practice.name")}
              sign={<ContactIcon of="practice" />}
              mark={<span className="badge badge-sm shrink-0 border-base-300">{t("bot")}</span>}
              note={t("tryPractice")}
              isOpen={openThread === practiceId}
              onOpen={onPractice}
            />
          )}
        </ul>
        {settled.length > 1 && <SearchResults search={settled} contacts={all} onOpen={onOpen} />}
      </div>
    </div>
  );
}

function NotEnrolled() {
  return <span className="badge badge-sm shrink-0 border-base-300">{t("notEnrolled")}</span>;
}

/** The latest message, or the contact's role if there is none. */
function noteOf({ kind, role, lastMessage }: Contact, me: string, unsent?: string): ReactNode {
  // The line has the direction of the message, so that its beginning is visible.
  const ownDirection = (label: ReactNode) => <bdi key="label">{label}</bdi>;
  if (unsent !== undefined) return t.rich("notSent", { text: unsent, state: ownDirection });
  if (lastMessage?.deletedAt) return t("deleted");
  if (lastMessage) {
    const { authorId, text } = lastMessage;
    return authorId === me ? t.rich("ownText", { text, author: ownDirection }) : text;
  }
  if (kind === "course") return t("courseGroup");
  return role === "teacher" ? t("teacher") : t("student");
}
