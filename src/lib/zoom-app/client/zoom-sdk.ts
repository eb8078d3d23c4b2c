/** Zoom's SDK, unchanged. Loaded only by the app page, when it needs it. */
import zoomSdk from "@zoom/appssdk";

export { zoomSdk };
export type ZoomSdk = typeof zoomSdk;
