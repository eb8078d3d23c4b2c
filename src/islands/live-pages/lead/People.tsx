import { useId } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import type { LivePageFollower } from "#lib/live-pages/live-pages.responses.ts";
import { getTexts } from "#translations/live-pages.ts";
import { useLive } from "../live-context.ts";

/** Who is following, who is away, and who hasn't come yet. People with raised hands come first, in order. */
export function People() {
  const t = getTexts("livePages");
  const { view } = useLive();
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
        {people.map((person) => (
          <Person key={person._id} person={person} />
        ))}
      </ul>
    </section>
  );
}

function Person({ person }: { person: LivePageFollower }) {
  const t = getTexts("livePages");
  const { view, session, isLead } = useLive();
  const { state, role, hostId } = view;
  const { _id: profileId, name, isHere, isExpected, handRaisedAt } = person;
  const isCohost = state.cohosts.includes(profileId);
  const isTeacher = profileId === hostId;
  const isReciting = state.reciter?._id === profileId;
  const isHost = role === "host";
  const reasonId = useId();
  const mayPassLead = isHost ? state.lead._id !== profileId : isLead && (isCohost || isTeacher);
  const recite = () =>
    void session.send({ command: "recite", profileId: isReciting ? null : profileId });
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
              onClick={() => void session.send({ command: "lower", profileId })}
            >
              {t("lowerHandOf")}
            </Button>
          )}
          {mayPassLead && (
            <Button
              look="quiet"
              className="btn-sm"
              disabled={!isHere}
              aria-describedby={isHere ? undefined : reasonId}
              onClick={() => void session.send({ command: "lead", profileId })}
            >
              {t("passLead")}
            </Button>
          )}
          {isHost && (
            <Button
              look="quiet"
              className="btn-sm"
              onClick={() => {
                const others = state.cohosts.filter((each) => each !== profileId);
                const profileIds = isCohost ? others : [...others, profileId];
                void session.send({ command: "cohosts", profileIds });
              }}
            >
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
          className="btn-sm live-quick"
          aria-label={t("letRecite", { name })}
          onClick={recite}
        >
          {t("chooseReciter")}
        </Button>
      )}
    </li>
  );
}
