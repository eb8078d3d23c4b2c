import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { ErrorAlert } from "#islands/ui/feedback/ErrorAlert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import type { Language } from "#lib/languages.ts";
import { localizePath } from "#lib/site/locale.ts";
import { $zoomApp, startZoomApp } from "#lib/zoom-app/client/zoom-app.store.ts";
import { getTexts } from "#translations/zoom-app.ts";
import { LinkForm } from "./LinkForm.tsx";
import { Place } from "./Place.tsx";
import { Screen } from "./Screen.tsx";

interface ZoomAppProps {
  /** The address of the site. */
  site: string;
  /** The languages in which the site offers the app. */
  languages: readonly Language[];
}

/** The app in Zoom's client. In every state, it says what to do next. */
export default function ZoomApp({ site, languages }: ZoomAppProps) {
  const t = getTexts("zoomApp");
  const state = useStore($zoomApp);
  const [retry] = useState(() => () => void startZoomApp(languages));
  useEffect(retry, [retry]);
  switch (state.screen) {
    case "opening":
      return <Loading label={t("opening")} />;
    case "outside":
      return (
        <Screen title={t("outsideTitle")} text={t("outsideText")}>
          <a className="btn btn-secondary" href={localizePath("/dashboard")}>
            {t("openSite")}
          </a>
        </Screen>
      );
    case "silent":
      return (
        <Screen title={t("silentTitle")} text={t("silentText")}>
          <button type="button" className="btn btn-secondary" onClick={retry}>
            {t("tryAgain")}
          </button>
        </Screen>
      );
    case "failed":
      return (
        <div className="p-4">
          <ErrorAlert message={state.message} retry={retry} retryLabel={t("tryAgain")} />
        </div>
      );
    case "guest": {
      const { client } = state;
      return (
        <Screen title={t("guestTitle")} text={t("guestText")}>
          {client.supports("promptAuthorize") && (
            <button
              type="button"
              className="btn btn-secondary"
              onClick={() => void client.askToAuthorize().catch(retry)}
            >
              {t("signIn")}
            </button>
          )}
          <button
            type="button"
            className="btn btn-ghost"
            onClick={() => client.openUrl(site + localizePath("/dashboard"))}
          >
            {t("openSite")}
          </button>
        </Screen>
      );
    }
    case "link":
      return <LinkForm />;
    case "place":
      return <Place {...state} site={site} />;
  }
}
