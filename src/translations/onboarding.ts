// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface OnboardingTexts {
  "server.title.student": null;
  "server.title.teacher": null;
  "server.title.page": null;
  "server.progress": { done: string | number; total: string | number };
  "server.dismiss": null;
  "server.done": null;
  "server.back": null;
  "server.deviceWorks": null;
  "server.findTrial": null;
  "server.step.profile": null;
  "server.step.guardian": null;
  "server.step.find": null;
  "server.step.device": null;
  "server.step.picture": null;
  "server.step.credentials": null;
  "server.step.meetings": null;
  "server.step.payments": null;
  "server.step.course": null;
  "server.step.trials": null;
  "server.hint.student.profile": null;
  "server.hint.student.guardian": null;
  "server.hint.student.find": null;
  "server.hint.student.device": null;
  "server.hint.teacher.profile": null;
  "server.hint.teacher.picture": null;
  "server.hint.teacher.credentials": null;
  "server.hint.teacher.meetings": null;
  "server.hint.teacher.payments": null;
  "server.hint.teacher.course": null;
  "server.hint.teacher.trials": null;
}

export const getTexts = createTexts<"onboarding", OnboardingTexts>("onboarding");
