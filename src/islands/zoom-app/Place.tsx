import { useState } from "react";
import { deferPart } from "#islands/ui/deferred.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { localizePath } from "#lib/site/locale.ts";
import { formatInstant } from "#lib/time/format-time.ts";
import { browserZone } from "#lib/time/viewer-zone.ts";
import { chooseClass, unlink, type ZoomAppState } from "#lib/zoom-app/client/zoom-app.store.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/zoom-app.ts";
import { Invite } from "./Invite.tsx";
import { Screen } from "./Screen.tsx";

type PlaceProps = Extract<ZoomAppState, { screen: "place" }> & { site: string };

interface PanelPageProps {
  classId: string;
  layout: "panel";
  onLeave: (path: string) => void;
}

const WaitingPage = () => <Loading label={getTexts("zoomApp")("opening")} />;

/** Loaded later, because people who have to log in first don't see the page of a class. */
const LivePage = deferPart<PanelPageProps>(
  async () => (await withTexts(import("#islands/live-pages/LivePage.tsx"))).default,
  { Waiting: WaitingPage },
);

const timeOf = (startsAt: string) => formatInstant(startsAt, browserZone());

/** What a logged-in person sees: the page of the class, or the reason why there is none. */
export function Place({ client, place, person, problem, site }: PlaceProps) {
  const t = getTexts("zoomApp");
  const leave = (path: string) => client.openUrl(site + localizePath(path));
  const toSite = (path: string, label: string) => (
    <button type="button" className="btn btn-secondary" onClick={() => leave(path)}>
      {label}
    </button>
  );
  const account = <Account {...person} />;
  switch (place.kind) {
    case "outsider":
      return (
        <Screen title={t("outsiderTitle")} text={t("outsiderText", { email: person.email })}>
          {account}
        </Screen>
      );
    case "no-profile":
      return (
        <Screen title={t("noProfileTitle")} text={t("noProfileText")}>
          {toSite("/role-selection", t("openSite"))}
          {account}
        </Screen>
      );
    case "none":
      return (
        <Screen title={t("noClassTitle")} text={t("noClassText")}>
          {place.next && (
            <p className="text-sm">
              {t("nextClass", {
                course: place.next.courseTitle,
                time: timeOf(place.next.startsAt),
              })}
            </p>
          )}
          {toSite("/dashboard", t("openSite"))}
          {account}
        </Screen>
      );
    case "choice":
      return (
        <Screen
          title={t("chooseTitle")}
          text={t(place.isClaimable ? "chooseTeacherText" : "chooseText")}
        >
          {place.classes.map((each) => (
            <button
              key={each._id}
              type="button"
              className="btn btn-outline h-auto min-h-11 justify-start border-base-300 py-2 text-start"
              onClick={() => void chooseClass(each, place.isClaimable)}
            >
              <span className="grid">
                <span>{each.courseTitle}</span>
                <span className="muted text-sm font-normal">{timeOf(each.startsAt)}</span>
              </span>
            </button>
          ))}
          {account}
        </Screen>
      );
    case "class": {
      const { _id, courseTitle: course, startsAt, isHost } = place;
      if (place.isCanceled) {
        return (
          <Screen
            title={t("canceledTitle")}
            text={t("canceledText", { course, time: timeOf(startsAt) })}
          >
            {toSite("/dashboard", t("openSite"))}
            {account}
          </Screen>
        );
      }
      if (place.hasEnded) {
        return (
          <Screen title={t("endedTitle")} text={t("endedText")}>
            {toSite(`/classes/${_id}/quran`, t("openClass"))}
            {account}
          </Screen>
        );
      }
      return (
        <>
          {isHost && <Invite client={client} />}
          {problem && (
            <div className="px-4 pt-2">
              <Alert kind="warning">{problem}</Alert>
            </div>
          )}
          <LivePage classId={_id} layout="panel" onLeave={leave} />
        </>
      );
    }
  }
}

/** Who is logged in, and a way to change that, because several people may share a device. */
function Account({ name, email }: { name: string; email: string }) {
  const t = getTexts("zoomApp");
  const [error, setError] = useState<string>();
  return (
    <div className="mt-4 grid gap-2 border-t border-base-300 pt-4">
      <p className="muted text-sm">{t("loggedInAs", { name, email })}</p>
      {error && <Alert>{error}</Alert>}
      <button
        type="button"
        className="btn btn-ghost -ms-4 justify-self-start"
        onClick={() => void unlink().catch((failure) => setError(messageOf(failure)))}
      >
        {t("otherAccount")}
      </button>
    </div>
  );
}
