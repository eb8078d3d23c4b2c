/**
 * Whether something may be sold in a browser. The meeting service's rules forbid purchases, and
 * links to them, in its mobile apps. Its embedded browser reveals its name but not the device, so
 * nothing is sold in that browser at all.
 */
export const embeddedBrowser = /ZoomApps\//;

export function maySellTo(userAgent: string | null | undefined): boolean {
  return !embeddedBrowser.test(userAgent ?? "");
}
