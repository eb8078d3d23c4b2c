/** A readable name for a browser. Used only for display. */
import { getTexts } from "#translations/translate.ts";

const t = getTexts("accountSettings");

/** The first match wins, because most browsers also claim to be those further down the list. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Headless)?(Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** "Firefox on Windows", or as much of it as the User-Agent header reveals. */
export function describeDevice(userAgent: string | null): string {
  const browser = find(browsers, userAgent);
  const system = find(systems, userAgent);
  if (browser && system) return t("server.sessions.device", { browser, system });
  return browser ?? system ?? t("server.sessions.unknownDevice");
}

function find(names: [RegExp, string][], userAgent: string | null): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
}
