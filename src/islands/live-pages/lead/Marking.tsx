import { type RefObject, useState } from "react";
import { MarkingBar } from "#islands/recitations/shared/marking/MarkingBar.tsx";
import { numberOfKey } from "#lib/quran/verse-key.ts";
import { useLive } from "../live-context.ts";
import { findNextReciter, type Person } from "./next-reciter.ts";
import { Steps } from "./Steps.tsx";
import type { Leading } from "./use-leading.ts";

interface MarkingProps {
  text: RefObject<HTMLElement | null>;
  reciter: Person;
  leading: Leading;
  onClose: () => void;
}

/**
 * For the teacher: marks the mistakes of the student who recites, and then continues with the next
 * student.
 */
export function Marking({ text, reciter, leading, onClose }: MarkingProps) {
  const { view, session, facts, isLead } = useLive();
  const { from, to } = view.state;
  // While the teacher is offline, the class isn't notified who is next, but the teacher can
  // continue.
  const [chosen, choose] = useState<{ person: Person; after: string }>();
  const current = chosen?.after === reciter._id ? chosen.person : reciter;
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
          choose() {
            choose({ person: next, after: reciter._id });
            void session.send({ command: "recite", profileId: next._id });
          },
        }
      }
      onClose={onClose}
    >
      {isLead && <Steps leading={leading} current={view.state.current} />}
    </MarkingBar>
  );
}
