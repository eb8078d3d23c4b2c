/** The defaults of settings that staff haven't changed. */
import type { SettingKey, SettingValues } from "#lib/settings/settings.ts";
import { demoSupportAddress } from "#lib/site/support-address.ts";
import type { Config } from "../config/config.ts";
import type { SettingsStore } from "../context.ts";

/** The part of the configuration on which defaults depend. */
export type DefaultsConfig = Pick<Config, "env" | "mail">;

/**
 * Marketing claims are texts of the demo: a live site has none until someone enters its own. The same
 * is true of the support address.
 */
export function defaultSettings({ env }: Pick<Config, "env">): SettingValues {
  const isLive = env === "live";
  return {
    supportAddress: isLive ? null : demoSupportAddress,
    legalEntity: null,
    onCallAddresses: [],
    platformFee: { rates: [], exceptions: [] },
    minimumPrice: null,
    featuredCourses: [],
    featuredStudents: [],
    aboutFigures: isLive ? [] : null,
    aboutTestimonials: isLive ? [] : null,
    announcement: null,
    signUps: { open: true },
    vetting: { unverifiedMayPublish: true, minorsNeedVerified: false },
  };
}

/**
 * The address that pages and emails show. A live site without one shows the address of its sender,
 * such as `Halaqa <hello@example.org>`, which at least belongs to the operator.
 */
export function findSupportAddress(set: string | null, { mail }: DefaultsConfig): string {
  return set ?? /<([^<>]+)>\s*$/.exec(mail.from)?.[1] ?? mail.from;
}

/** Settings that nobody has changed, for gateways without a database. */
export function unchangedSettings(config: DefaultsConfig): Pick<SettingsStore, "read"> {
  const values = defaultSettings(config);
  return { read: <Key extends SettingKey>(key: Key) => values[key] };
}
