import type { Device } from "../client-store.ts";

/** What `config` reports about the client and its embedded browser. */
export const clientVersions: Record<
  Device,
  { clientVersion: string; browserVersion: string; userAgent: string }
> = {
  desktop: {
    clientVersion: "6.5.3.7509",
    browserVersion: "webview2/138.0.3351.95",
    userAgent:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 ZoomWebKit/537.36 (KHTML, like Gecko) ZoomApps/1.0",
  },
  ios: {
    clientVersion: "6.5.3.25290",
    browserVersion: "applewebkit/605.1.15",
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ZoomWebKit/605.1.15 ZoomApps/1.0",
  },
  android: {
    clientVersion: "6.5.3.30135",
    browserVersion: "android webview/138.0.7204.63",
    userAgent:
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.7204.63 Mobile Safari/537.36 ZoomWebKit/537.36 ZoomApps/1.0",
  },
};
