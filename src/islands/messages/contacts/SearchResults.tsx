import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { useNow } from "#islands/ui/time/use-now.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { messageSearchOptions, peopleSearchOptions } from "#lib/messages/messages.queries.ts";
import type { Contact } from "#lib/messages/messages.responses.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { excerptAround } from "#lib/text/search-text.ts";
import { formatRecent } from "#lib/time/format-time.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getTexts } from "#translations/conversations.ts";
import { ContactRow } from "./ContactRow.tsx";

const t = getTexts("conversations");

interface SearchResultsProps {
  search: string;
  contacts: readonly Contact[];
  onOpen: (contact: Contact, seq?: number) => void;
}

/** Search results besides the names in the list: other people to message, and messages. */
export function SearchResults({ search, contacts, onOpen }: SearchResultsProps) {
  const people = useQuery(peopleSearchOptions(search), queryClient);
  const messages = useQuery(messageSearchOptions(search), queryClient);
  const others = people.data?.filter(
    ({ profileId }) => !contacts.some((contact) => contact.profileId === profileId),
  );
  const found = messages.data?.flatMap((message) => {
    const contact = contacts.find(({ threadId }) => threadId === message.threadId);
    return contact ? [{ message, contact }] : [];
  });
  const zone = viewerZone();
  const now = useNow(60_000);
  return (
    <>
      {others && others.length > 0 && (
        <Group title={t("otherPeople")}>
          {others.map((contact) => (
            <ContactRow
              key={contact.profileId}
              name={contact.name}
              image={contact.imageUrl}
              note={contact.role === "teacher" ? t("teacher") : t("student")}
              onOpen={() => onOpen(contact)}
            />
          ))}
        </Group>
      )}
      <p className="sr-only" role="status">
        {found && t("found", { count: found.length })}
      </p>
      {messages.isPending && (
        <div className="p-4">
          <Loading label={t("searching")} />
        </div>
      )}
      {messages.error && (
        <div className="p-3">
          <ErrorAlert message={messageOf(messages.error)} />
        </div>
      )}
      {found && (
        <Group title={t("messages")}>
          {found.map(({ message, contact }) => (
            <ContactRow
              key={message._id}
              name={
                contact.kind === "course"
                  ? `${isolatedInRtl(message.author.name)} · ${isolatedInRtl(contact.name)}`
                  : message.author.name
              }
              image={message.author.profileImageUrl}
              note={<Snippet text={message.text} search={search} />}
              time={formatRecent(message.sentAt, zone, now)}
              onOpen={() => onOpen(contact, message.seq)}
            />
          ))}
          {found.length === 0 && <li className="muted px-4 py-3 text-sm">{t("noneFound")}</li>}
        </Group>
      )}
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-base-300 pt-3">
      <h3 className="muted px-4 pb-1 text-xs font-semibold">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

/** Highlights the search terms in the message. */
function Snippet({ text, search }: { text: string; search: string }) {
  const { before, hit, after } = excerptAround(text, search);
  return (
    <>
      {before}
      {hit && <mark className="bg-accent/30 text-inherit">{hit}</mark>}
      {after}
    </>
  );
}
