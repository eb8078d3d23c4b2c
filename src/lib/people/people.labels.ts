/** Names of stored values of profiles, in the language of the page. */
import { getTexts, type ProfileFactsTexts } from "#translations/profile-facts.ts";
import { getLanguage } from "#translations/runtime.ts";
import { defaultLanguage } from "../languages.ts";
import { nameCountry } from "../text/display-names.ts";
import { listCountries } from "./countries.ts";
import {
  type Gender,
  genders,
  studentQuranLevels,
  teacherQuranLevels,
  yearsOfExperience,
} from "./people.options.ts";

const t = getTexts("profileFacts");

type Key<Group extends string> = Extract<keyof ProfileFactsTexts, `${Group}.${string}`>;

const levels: ReadonlySet<string> = new Set([...studentQuranLevels, ...teacherQuranLevels]);
const isGender = (value: string): value is Gender => genders.some((gender) => gender === value);

/** The name of a level of the Quran. Returns other texts as they are. */
export const nameLevel = (level: string): string =>
  levels.has(level) ? t(`level.${level}` as Key<"level">) : level;

/** The name of a gender; an empty text if there is none. */
export const nameGender = (gender: string | undefined): string =>
  gender !== undefined && isGender(gender) ? t(`gender.${gender}`) : "";

/** 'Enseignante': a teacher by gender, in languages that have such nouns; an empty text if unknown. */
export const nameTeacher = (gender: string | undefined): string =>
  gender === "male" || gender === "female" ? t(`server.teacher.${gender}`) : "";

/** The name of a country that a profile has stored. English names are those of the form. */
export function nameStoredCountry(name: string): string {
  if (getLanguage() === defaultLanguage) return name;
  const country = listCountries().find((each) => each.name === name);
  return country ? nameCountry(country.code) : name;
}

/** 'Advanced · Egypt': the level and country, if known, in the language of the page. */
export const describeLevelAndCountry = ({
  quranLevel,
  country,
}: {
  quranLevel?: string | undefined;
  country?: string | undefined;
}): string =>
  [quranLevel && nameLevel(quranLevel), country && nameStoredCountry(country)]
    .filter(Boolean)
    .join(" · ");

/** '3-5 years', for any whole number of years; undefined without one. */
export function experienceLabel(years: number | undefined): string | undefined {
  if (years === undefined) return undefined;
  const [first] = yearsOfExperience;
  return t(`experience.${yearsOfExperience.findLast((value) => value <= years) ?? first}`);
}
