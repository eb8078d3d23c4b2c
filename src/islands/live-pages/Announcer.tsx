import { useEffect, useRef, useState } from "react";
import { type LivePageView, isLead as leads } from "#lib/live-pages/client/live-page-session.ts";
import type { LivePageSnapshot, LivePageState } from "#lib/live-pages/live-pages.responses.ts";
import { getTexts } from "#translations/live-pages.ts";
import { nameVerse } from "./name-verse.ts";

/**
 * The delay before a verse is announced, in milliseconds. Verses that the lead only passes on the
 * way to another one are left out, because their names would delay the announcement of the verse to
 * read.
 */
export const settleMs = 500;

/** What the announcements depend on. */
type AnnouncedView = LivePageSnapshot & Partial<Pick<LivePageView, "passedTo">>;

/**
 * Announces to screen readers, politely and once each, every new verse on which the lead rests and
 * every new lead.
 */
export function Announcer({ view }: { view: AnnouncedView }) {
  const verse = useNewVerse(view.state);
  const lead = useNewLead(view);
  return (
    <>
      <p role="status" className="sr-only" data-announcer="verse">
        {verse}
      </p>
      <p role="status" className="sr-only" data-announcer="lead">
        {lead}
      </p>
    </>
  );
}

function useNewVerse({ current }: LivePageState): string {
  const [text, setText] = useState("");
  const announced = useRef(current);
  useEffect(() => {
    if (current === announced.current) return;
    const timer = setTimeout(() => {
      announced.current = current;
      setText(current === null ? "" : nameVerse(current));
    }, settleMs);
    return () => clearTimeout(timer);
  }, [current]);
  return text;
}

/** Viewers who have lost the lead see a notice instead, which is announced as well. */
function useNewLead(view: AnnouncedView): string {
  const t = getTexts("livePages");
  const [text, setText] = useState("");
  const { _id: leadId, name } = view.state.lead;
  const isLead = leads(view);
  const isPassed = view.passedTo === leadId;
  const before = useRef({ leadId, isLead });
  useEffect(() => {
    const { leadId: formerId, isLead: hasLed } = before.current;
    before.current = { leadId, isLead };
    if (leadId === formerId) return;
    if (isLead) setText(t("youLead"));
    else setText(hasLed && !isPassed ? "" : t("leads", { name }));
  }, [leadId, isLead, isPassed, name, t]);
  return text;
}
