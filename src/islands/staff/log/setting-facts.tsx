/** The values of settings in the audit log, in words. */
import type { ReactNode } from "react";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { isLanguage, languageFacts } from "#lib/languages.ts";
import { formatExactPrice } from "#lib/payments/money.ts";
import { adultAge } from "#lib/people/people.options.ts";
import type { SettingKey } from "#lib/settings/settings.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { getTexts as getSettingsTexts } from "#translations/settings.ts";
import { getTexts } from "#translations/staff-log.ts";
import { type Fact, Facts, Stored } from "./Facts.tsx";

const t = getTexts("staffLog");
const ofSettings = getSettingsTexts("settings");

/** The names of the fields of each setting. They are those of its form. */
const fields: Readonly<Record<SettingKey, Readonly<Record<string, () => string>>>> = {
  supportAddress: {},
  legalEntity: {
    name: () => ofSettings("legalEntity.name"),
    address: () => ofSettings("legalEntity.address"),
    registration: () => ofSettings("legalEntity.registration"),
  },
  onCallAddresses: {},
  platformFee: {
    rates: () => ofSettings("platformFee.rates"),
    exceptions: () => ofSettings("platformFee.exceptions"),
    percent: () => ofSettings("platformFee.percent"),
    from: () => ofSettings("platformFee.from"),
    teacherId: () => ofSettings("platformFee.teacher"),
  },
  minimumPrice: {},
  featuredCourses: {},
  featuredStudents: {},
  aboutFigures: {
    figure: () => ofSettings("aboutFigures.figure"),
    label: () => ofSettings("aboutFigures.label"),
  },
  aboutTestimonials: {
    name: () => ofSettings("aboutTestimonials.name"),
    line: () => ofSettings("aboutTestimonials.line"),
    text: () => ofSettings("aboutTestimonials.quote"),
  },
  announcement: {
    text: () => ofSettings("announcement.label"),
    startsAt: () => ofSettings("announcement.startsAt"),
    endsAt: () => ofSettings("announcement.endsAt"),
    revision: () => t("detail.revision"),
  },
  signUps: { open: () => ofSettings("signUps.label") },
  vetting: {
    unverifiedMayPublish: () => ofSettings("vetting.mayPublish"),
    minorsNeedVerified: () => ofSettings("vetting.minors", { age: adultAge }),
  },
};

const isSetting = (key: string): key is SettingKey => Object.hasOwn(fields, key);

/** The value of a setting before or after a change. Without one, the default applies. */
export function readSetting(key: string, value: unknown): ReactNode {
  if (!isSetting(key)) return <Stored value={value} />;
  return readValue(key, undefined, value);
}

function readValue(key: SettingKey, field: string | undefined, value: unknown): ReactNode {
  if (value === null) return t("code.default");
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "number") {
    return key === "minimumPrice" ? formatExactPrice(value) : formatCount(value);
  }
  if (typeof value === "string") return readText(field, value);
  if (Array.isArray(value)) return readList(key, value);
  if (typeof value !== "object") return <Stored value={value} />;
  // Texts can be empty in languages other than English.
  const stated = Object.entries(value).filter(([, each]) => each !== "");
  const facts = stated.map(
    ([name, each]): Fact => ({
      key: name,
      name: isLanguage(name) ? languageFacts[name].name : fields[key][name]?.(),
      value: readValue(key, name, each),
    }),
  );
  return <Facts facts={facts} />;
}

function readText(field: string | undefined, value: string): ReactNode {
  if (field === "from" || field === "startsAt" || field === "endsAt") {
    return <LocalTime instant={value} />;
  }
  return <bdi className="wrap-anywhere">{value}</bdi>;
}

function readList(key: SettingKey, values: readonly unknown[]): ReactNode {
  if (values.length === 0) return t("code.none");
  return (
    <ul className="grid gap-0.5">
      {values.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Stored lists don't change.
        <li key={index}>{readValue(key, undefined, each)}</li>
      ))}
    </ul>
  );
}
