// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface HttpTexts {
  exportsBusy: null;
  exportRunning: null;
  invalidInput: null;
  notStorable: null;
  rejected: null;
  locked: null;
  sendJson: null;
  tooManyValues: null;
  invalidJson: null;
  unreadableForm: null;
  submitFromPage: null;
  formTooLarge: null;
  tooManyAttempts: null;
  unavailable: null;
  profileNeeded: null;
  onlyTeachers: null;
  onlyStudents: null;
  endpointNotFound: null;
  goBack: null;
  tooManyPages: null;
  pageNotFound: null;
  tooManyAtOnce: null;
}

export const getTexts = createTexts<"http", HttpTexts>("http");
