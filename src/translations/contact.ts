// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface ContactTexts {
  name: null;
  email: null;
  subject: null;
  message: null;
  picture: null;
  pictureAgain: null;
  send: null;
  answerTime: null;
  title: null;
  errorTitle: { title: string | number };
  lead: null;
  thanksPage: null;
  thanksTitle: null;
  thanksText: null;
  browse: null;
  goHome: null;
  "invalid.name": null;
  "invalid.subject": null;
  "invalid.message": null;
  "invalid.source": null;
  "server.thanks": null;
  "mail.subject": { site: string | number };
  "mail.title": null;
  "mail.preheader": null;
  "mail.first": { number: string | number };
  "mail.second": { email: string | number };
  "mail.third": null;
  "mail.because": null;
}

export const getTexts = createTexts<"contact", ContactTexts>("contact");
