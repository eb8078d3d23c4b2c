import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Avatar } from "#islands/ui/Avatar.tsx";
import { Busy } from "#islands/ui/Busy.tsx";
import { Trouble } from "#islands/ui/Trouble.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { searchMessages } from "#lib/client/messages.calls.ts";
import { queryClient } from "#lib/client/query-client.ts";
import type { Contact, Message } from "#lib/messages.ts";
import { foldForSearch } from "#lib/search-text.ts";
import { practiceName } from "./practice.store.ts";
import type { useContacts } from "./use-contacts.ts";

interface ContactListProps {
  contacts: ReturnType<typeof useContacts>;
  /** The open conversation, if one is. */
  openThread: string | undefined;
  onOpen: (contact: Contact, seq?: number) => void;
  onPractice: () => void;
}

/** Everybody to write to, what is unread, and a search through names and messages. */
export function ContactList({ contacts, openThread, onOpen, onPractice }: ContactListProps) {
  const [search, setSearch] = useState("");
  const words = useDeferredValue(search.trim());
  const all = contacts.data ?? [];
  const folded = foldForSearch(words);
  const shown = all.filter(({ name }) => foldForSearch(name).includes(folded));
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="border-b border-base-300 p-3">
        <input
          type="search"
          aria-label="Search conversations"
          placeholder="Search"
          className="input w-full"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {contacts.isPending && (
          <div className="p-6">
            <Busy label="Loading conversations..." />
          </div>
        )}
        {contacts.error && (
          <div className="p-3">
            <Trouble
              message={messageOf(contacts.error, "Failed to load conversations")}
              retry={() => void contacts.refetch()}
              busy={contacts.isFetching}
            />
          </div>
        )}
        <ul>
          {shown.map((contact) => (
            <Row
              key={contact.profileId ?? contact.courseId}
              name={contact.name}
              image={contact.imageUrl}
              note={contact.lastMessage?.text ?? introduce(contact)}
              unread={contact.unread}
              isOpen={contact.threadId !== null && contact.threadId === openThread}
              onOpen={() => onOpen(contact)}
            />
          ))}
          {folded === "" && (
            <Row
              name={practiceName}
              note="Try it out: an answer comes after a second"
              isOpen={openThread === practiceName}
              onOpen={onPractice}
            />
          )}
        </ul>
        {contacts.isSuccess && all.length === 0 && folded === "" && (
          <p className="muted px-5 py-6 text-center text-sm">
            The teachers and students of your courses appear here.
          </p>
        )}
        {words.length > 1 && <Found words={words} contacts={all} onOpen={onOpen} />}
      </div>
    </div>
  );
}

const introduce = ({ kind, role }: Contact): string =>
  kind === "course" ? "Everybody in the course" : role === "teacher" ? "Teacher" : "Student";

interface RowProps {
  name: string;
  image?: string | null;
  note: string;
  unread?: number;
  isOpen?: boolean;
  onOpen: () => void;
}

function Row({ name, image, note, unread = 0, isOpen = false, onOpen }: RowProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen || undefined}
        className="flex w-full items-center gap-3 px-4 py-3 text-start hover:bg-base-200 aria-[current]:bg-base-200"
        onClick={onOpen}
      >
        <Avatar name={name} image={image ?? undefined} />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate text-start font-medium">
            {name}
          </span>
          <span dir="auto" className="muted block truncate text-start text-sm">
            {note}
          </span>
        </span>
        {unread > 0 && (
          <span className="badge badge-secondary badge-sm tabular">
            <span aria-hidden="true">{unread}</span>
            <span className="sr-only">{unread} unread</span>
          </span>
        )}
      </button>
    </li>
  );
}

interface FoundProps {
  words: string;
  contacts: readonly Contact[];
  onOpen: (contact: Contact, seq: number) => void;
}

function Found({ words, contacts, onOpen }: FoundProps) {
  const found = useQuery(
    { queryKey: ["message-search", words], queryFn: () => searchMessages(words) },
    queryClient,
  );
  const contactOf = (message: Message) =>
    contacts.find(({ threadId }) => threadId === message.threadId);
  return (
    <section aria-label="Messages found" className="border-t border-base-300 pt-3">
      <h3 className="muted px-4 text-xs font-semibold uppercase tracking-wide">Messages</h3>
      <p className="sr-only" role="status">
        {found.data && `${found.data.length} messages found`}
      </p>
      {found.isPending && (
        <div className="p-4">
          <Busy label="Searching..." />
        </div>
      )}
      {found.error && (
        <div className="p-3">
          <Trouble message={messageOf(found.error, "Failed to search messages")} />
        </div>
      )}
      {found.data?.length === 0 && <p className="muted px-4 py-3 text-sm">No messages found.</p>}
      <ul>
        {found.data?.map((message) => {
          const contact = contactOf(message);
          return (
            contact && (
              <Row
                key={message._id}
                name={`${message.author.name} · ${contact.name}`}
                note={message.text}
                onOpen={() => onOpen(contact, message.seq)}
              />
            )
          );
        })}
      </ul>
    </section>
  );
}
