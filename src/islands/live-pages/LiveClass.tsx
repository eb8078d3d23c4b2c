import { useEffect, useRef, useState } from "react";
import { deferPart } from "#islands/ui/deferred.tsx";
import { isLead as leads } from "#lib/live-pages/client/live-page-session.ts";
import type { LivePage } from "#lib/live-pages/live-pages.responses.ts";
import { sendWaitingLessons } from "#lib/recitations/client/waiting-lessons.ts";
import { getTexts } from "#translations/live-pages.ts";
import { withTexts } from "#translations/load.ts";
import { Announcer } from "./Announcer.tsx";
import { Dock } from "./Dock.tsx";
import { Empty } from "./Empty.tsx";
import { LiveBar } from "./LiveBar.tsx";
import { type LiveDialog, LiveDialogs } from "./LiveDialogs.tsx";
import { useLeading } from "./lead/use-leading.ts";
import { type Live, LiveContext, type LiveLayout } from "./live-context.ts";
import { Notices } from "./Notices.tsx";
import { NotInClass, SignedOut } from "./Outside.tsx";
import { SharedText } from "./text/SharedText.tsx";
import { useFollow } from "./text/use-follow.ts";
import { useReadingSettings } from "./text/use-reading-settings.ts";
import { useLivePage } from "./use-live-page.ts";

const Marking = deferPart(async () => (await withTexts(import("./lead/Marking.tsx"))).Marking, {
  isRare: true,
});
/** Included in the first view only for people who may lead. Their island provides it. */
export const ClassPanel = deferPart(
  async () => (await withTexts(import("./lead/ClassPanel.tsx"))).ClassPanel,
);

interface LiveClassProps {
  classId: string;
  initial: LivePage;
  facts: LivePage["class"];
  layout: LiveLayout;
  onLeave: ((path: string) => void) | undefined;
}

/** The live page of someone in the class. */
export function LiveClass({ classId, initial, facts, layout, onLeave }: LiveClassProps) {
  const t = getTexts("livePages");
  const { session, view } = useLivePage(classId, initial);
  const isLead = leads(view);
  const live: Live = { classId, facts, view, session, layout, isLead, onLeave };
  const [dialog, setDialog] = useState<LiveDialog>();
  const [openNotes] = useState(() => (verse: string) => setDialog({ name: "notes", verse }));
  const settings = useReadingSettings();
  const text = useRef<HTMLDivElement>(null);
  const { state, stream } = view;
  const follow = useFollow({ text, state, pointer: view.pointer, isLead });
  const leading = useLeading(live, text);
  const [isMarking, setMarking] = useState(false);
  const isHost = view.role === "host";
  const reciter = isHost && state.shared ? state.reciter : null;
  useEffect(() => {
    if (isHost) void sendWaitingLessons();
  }, [isHost]);
  if (stream === "missing") return <NotInClass onLeave={onLeave} />;
  if (stream === "signed-out") return <SignedOut onLeave={onLeave} />;
  return (
    <LiveContext value={live}>
      <div className="live" data-layout={layout} data-size={settings.size}>
        <LiveBar onDisplay={() => setDialog({ name: "display" })} />
        <div className="live-body">
          <div className="live-main">
            {state.shared ? (
              <SharedText ref={text} settings={settings} leading={leading} onNotes={openNotes} />
            ) : (
              <Empty onShare={() => setDialog({ name: "share" })} />
            )}
          </div>
          {view.role !== "participant" && layout === "page" && (
            <aside className="live-side" aria-label={t("classPanel")}>
              <ClassPanel onShare={() => setDialog({ name: "share" })} />
            </aside>
          )}
        </div>
        <Dock
          leading={leading}
          back={follow.isAttached ? undefined : follow}
          onShare={() => setDialog({ name: "share" })}
          onClass={() => setDialog({ name: "class" })}
          onMark={reciter ? () => setMarking(true) : undefined}
          isMarking={isMarking}
        >
          <Notices />
          {isMarking && (
            <Marking
              text={text}
              reciter={reciter}
              leading={leading}
              onClose={() => setMarking(false)}
            />
          )}
        </Dock>
        <Announcer view={view} />
        <LiveDialogs
          dialog={dialog}
          settings={settings}
          onChange={setDialog}
          onClose={() => setDialog(undefined)}
        />
      </div>
    </LiveContext>
  );
}
