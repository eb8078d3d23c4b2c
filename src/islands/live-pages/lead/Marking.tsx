import { type RefObject, useState } from "react";
import { MarkingBar } from "#islands/recitations/shared/marking/MarkingBar.tsx";
import type { FinishedLesson } from "#islands/recitations/shared/marking/use-marking.ts";
import { Button } from "#islands/ui/Button.tsx";
import { numberOfKey } from "#lib/quran/verse-key.ts";
import { getTexts } from "#translations/marking.ts";
import { useLive } from "../live-context.ts";
import { findNextReciter, type Person } from "./next-reciter.ts";
import { Steps } from "./Steps.tsx";
import type { Leading } from "./use-leading.ts";

interface MarkingProps {
  text: RefObject<HTMLElement | null>;
  /** Null once the recitation has ended. */
  reciter: Person | null;
  leading: Leading;
  onClose: () => void;
}

/**
 * For the teacher: marks the mistakes of the student who recites, and then continues with the next
 * student.
 */
export function Marking({ text, reciter, leading, onClose }: MarkingProps) {
  const { view, session, facts, isLead } = useLive();
  const [latest, setLatest] = useState<Person>();
  const { from, to } = view.state;
  // While the teacher is offline, the class isn't notified who is next, but the teacher can
  // continue.
  const [chosen, choose] = useState<{ person: Person; after: string }>();
  const [former, setFormer] = useState<FinishedLesson>();
  const current = reciter && chosen?.after === reciter._id ? chosen.person : reciter;
  if (current && current._id !== latest?._id) setLatest(current);
  if (!current) return latest && <StoppedMarking person={latest} onClose={onClose} />;
  const [first, last] = [numberOfKey(from ?? ""), numberOfKey(to ?? "")];
  if (first === undefined || last === undefined) return null;
  const next = isLead ? findNextReciter(view, current) : undefined;
  return (
    <MarkingBar
      key={current._id}
      reciter={{
        seat: { courseId: facts.courseId, studentId: current._id },
        name: current.name,
      }}
      passage={{ first, last }}
      text={text}
      next={
        next && {
          name: next.name,
          choose(finished) {
            setFormer(finished);
            choose({ person: next, after: reciter?._id ?? "" });
            void session.send({ command: "recite", profileId: next._id });
          },
        }
      }
      former={former}
      replacesBar={chosen?.person._id === current._id}
      onClose={onClose}
    >
      {isLead && <Steps leading={leading} current={view.state.current} />}
    </MarkingBar>
  );
}

/**
 * Says why the bar has disappeared, unless the teacher has ended the recitation: a student who has left the course, for
 * example with a refund, can't get a lesson anymore, and a co-host who leads can end a turn.
 */
function StoppedMarking({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = getTexts("marking");
  const { view, isLead } = useLive();
  const isGone = view.people?.every(({ _id }) => _id !== person._id) ?? false;
  if (!isGone && isLead) return null;
  return (
    <div role="alert" className="marking-bar">
      <p>{t(isGone ? "stoppedLeft" : "stoppedTurn", { name: person.name })}</p>
      <div className="marking-actions">
        <Button look="quiet" onClick={onClose}>
          {t("stoppedClose")}
        </Button>
      </div>
    </div>
  );
}
