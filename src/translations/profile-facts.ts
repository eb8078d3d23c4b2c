// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface ProfileFactsTexts {
  email: null;
  "field.name": null;
  "field.phone": null;
  "field.country": null;
  "field.timeZone": null;
  "field.gender": null;
  "field.age": null;
  "field.level": null;
  "field.nativeLanguage": null;
  "field.spokenLanguages": null;
  "field.goals": null;
  "field.methods": null;
  "field.specializations": null;
  "field.experience": null;
  "field.bio": null;
  certifications: null;
  educationBackground: null;
  "gender.male": null;
  "gender.female": null;
  "gender.other": null;
  "gender.prefer_not_to_say": null;
  "level.Beginner": null;
  "level.Intermediate": null;
  "level.Advanced": null;
  "level.Hafiz": null;
  "level.Qari": null;
  "level.Alim": null;
  "level.Expert": null;
  "experience.1": null;
  "experience.2": null;
  "experience.3": null;
  "experience.6": null;
  "experience.11": null;
  "facts.title": null;
  "facts.edit": null;
  "facts.personal": null;
  "facts.learning": null;
  "facts.missing": null;
  "facts.guardian": null;
  "facts.guardianContact": null;
  "facts.rate": null;
  "server.teacher.male": null;
  "server.teacher.female": null;
  "introduction.title": null;
  "introduction.hint": null;
  "introduction.open": null;
  "verification.title": null;
  "verification.hint": null;
  "verification.open": null;
}

export const getTexts = createTexts<"profileFacts", ProfileFactsTexts>("profileFacts");
