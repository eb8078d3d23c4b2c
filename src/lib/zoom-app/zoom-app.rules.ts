import { getTexts } from "#translations/rooms.ts";

const t = getTexts("rooms");

/** The page that Zoom's client opens: the app's home URL at Zoom. */
export const zoomAppPath = "/zoom/app";

/** Opens a class in the app in Zoom's client, or on the site if that isn't possible. */
export const openInZoomPath = (classId: string): string => `/zoom/open/${classId}`;

/** The label of links that open the app. */
export const getOpenInZoomLabel = (): string => t("openInZoom");

/** The header that Zoom's client sends when it opens the page. */
export const appContextHeader = "X-Zoom-App-Context";

/** The attribute of the app's element that contains the value of that header. */
export const appContextAttribute = "data-app-context";
