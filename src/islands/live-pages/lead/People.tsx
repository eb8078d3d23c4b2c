import { memo, useEffect, useId, useRef, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import type { LivePageFollower } from "#lib/live-pages/live-pages.responses.ts";
import type { LivePageCommand } from "#lib/live-pages/live-pages.ts";
import { getTexts } from "#translations/live-pages.ts";
import { type Live, useLive } from "../live-context.ts";

/** Who is following, who is away, and who hasn't come yet. People with raised hands come first, in order. */
export function People() {
  const t = getTexts("livePages");
  const live = useLive();
  const { view, isLead } = live;
  const { role, hostId, state } = view;
  const actions = useActions(live);
  const people = (view.people ?? []).filter(({ _id }) => _id !== view.profileId);
  return (
    <section className="grid gap-2" aria-label={t("people")}>
      <h2 className="eyebrow">
        {t("people")} <span className="muted tabular">{people.length}</span>
      </h2>
      {people.length === 0 && (
        <p className="muted text-sm">{t(view.role === "host" ? "nobody" : "nobodyHere")}</p>
      )}
      <ul className="live-people">
        {people.map((person, index) => (
          <Person
            key={person._id}
            {...person}
            isFirst={index === 0}
            isCohost={state.cohosts.includes(person._id)}
            isTeacher={person._id === hostId}
            isReciting={state.reciter?._id === person._id}
            hasLead={state.lead._id === person._id}
            isHost={role === "host"}
            isLead={isLead}
            actions={actions}
          />
        ))}
      </ul>
    </section>
  );
}

interface Actions {
  send(command: LivePageCommand): void;
  toggleCohost(profileId: string): void;
}

/** Functions that never change and use the latest state. */
function useActions(live: Live): Actions {
  const latest = useRef(live);
  useEffect(() => {
    latest.current = live;
  });
  const [actions] = useState<Actions>(() => {
    const send = (command: LivePageCommand) => void latest.current.session.send(command);
    return {
      send,
      toggleCohost(profileId) {
        const { cohosts } = latest.current.view.state;
        const others = cohosts.filter((each) => each !== profileId);
        const isNamed = others.length < cohosts.length;
        send({ command: "cohosts", profileIds: isNamed ? others : [...others, profileId] });
      },
    };
  });
  return actions;
}

/** Each property is a value that is the same as long as nothing changes. */
interface PersonProps extends LivePageFollower {
  /** Whether the person is the first one in the list. */
  isFirst: boolean;
  isCohost: boolean;
  isTeacher: boolean;
  isReciting: boolean;
  hasLead: boolean;
  /** The viewer. */
  isHost: boolean;
  isLead: boolean;
  actions: Actions;
}

/**
 * Rendered again only when something about the person changes: rendering a class of 300 takes longer than a step of the
 * lead may take.
 */
const Person = memo(function Person(props: PersonProps) {
  const t = getTexts("livePages");
  const { _id: profileId, name, isHere, isExpected, handRaisedAt } = props;
  const { isFirst, isCohost, isTeacher, isReciting, hasLead, isHost, isLead } = props;
  const { send, toggleCohost } = props.actions;
  const reasonId = useId();
  const mayPassLead = isHost ? !hasLead : isLead && (isCohost || isTeacher);
  const recite = () => send({ command: "recite", profileId: isReciting ? null : profileId });
  const mayRecite = isLead && !isTeacher;
  return (
    <li data-person={profileId}>
      <details>
        <summary>
          <span className="live-presence" data-here={isHere ? "" : undefined} />
          <span className="live-person">
            <span className="live-person-name" dir="auto">
              {name}
            </span>
            {handRaisedAt && (
              <span className="badge sand" title={t("raisedHand")}>
                <Icon name="hand" className="size-4" />
                <span className="sr-only">{t("raisedHand")}</span>
              </span>
            )}
            {isReciting && <span className="badge badge-success">{t("reciting")}</span>}
            {isCohost && <span className="badge badge-outline">{t("cohost")}</span>}
          </span>
          <span className="muted text-xs">
            {t(isHere ? "here" : isExpected ? "expected" : "gone")}
          </span>
          <span className="live-more" aria-hidden="true" />
        </summary>
        <div className="live-person-actions">
          {mayRecite && (isReciting || !handRaisedAt) && (
            <Button look="quiet" className="btn-sm" onClick={recite}>
              {isReciting ? t("endReciting") : t("chooseReciter")}
            </Button>
          )}
          {handRaisedAt && (isLead || isHost) && (
            <Button
              look="quiet"
              className="btn-sm"
              onClick={() => send({ command: "lower", profileId })}
            >
              {t("lowerHand")}
            </Button>
          )}
          {mayPassLead && (
            <Button
              look="quiet"
              className="btn-sm"
              disabled={!isHere}
              aria-describedby={isHere ? undefined : reasonId}
              onClick={() => send({ command: "lead", profileId })}
            >
              {t("passLead")}
            </Button>
          )}
          {isHost && (
            <Button look="quiet" className="btn-sm" onClick={() => toggleCohost(profileId)}>
              {isCohost ? t("removeCohost") : t("nameCohost")}
            </Button>
          )}
          {mayPassLead && !isHere && (
            <p id={reasonId} className="muted w-full text-xs">
              {t("notHere")}
            </p>
          )}
        </div>
      </details>
      {handRaisedAt && mayRecite && !isReciting && (
        <Button
          look={isFirst ? "main" : "quiet"}
          className="btn-sm live-quick"
          aria-label={t("letRecite", { name })}
          onClick={recite}
        >
          {t("chooseReciter")}
        </Button>
      )}
    </li>
  );
});
