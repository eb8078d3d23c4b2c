// Written by `npm run texts`. Change the English catalog instead.
import { createTexts, type Tag } from "./texts.ts";

export interface NewsletterTexts {
  addressForNewsletter: null;
  address: null;
  exampleAddress: null;
  subscribe: null;
  title: null;
  errorTitle: { title: string | number };
  lead: null;
  goHome: null;
  browse: null;
  "sent.title": null;
  "sent.text": { days: number };
  "confirm.title": null;
  "confirm.text": null;
  "confirm.action": null;
  "confirm.badLink": null;
  "confirm.expired": { days: number };
  "confirmed.pageTitle": null;
  "confirmed.title": null;
  "confirmed.text": null;
  "unsubscribe.pageTitle": null;
  "unsubscribe.incomplete": null;
  "unsubscribe.incompleteText": { link: Tag; email: string | number };
  "unsubscribe.title": null;
  "unsubscribe.text": null;
  "unsubscribe.action": null;
  "unsubscribe.done": null;
  "unsubscribe.doneText": null;
  "invalid.token": null;
  "invalid.incompleteToken": null;
  "server.requested": null;
  "server.confirmed": null;
  "server.unsubscribed": null;
  "server.expired": { days: number };
  "mail.because": { site: string | number };
  "mail.confirm.subject": { site: string | number };
  "mail.confirm.title": null;
  "mail.confirm.preheader": null;
  "mail.confirm.first": { site: string | number; days: number };
  "mail.confirm.second": null;
  "mail.confirm.because": { site: string | number };
  "mail.confirm.action": null;
  "mail.already.subject": { site: string | number };
  "mail.already.title": null;
  "mail.already.preheader": null;
  "mail.already.text": { site: string | number };
  "mail.welcome.subject": { site: string | number };
  "mail.welcome.title": null;
  "mail.welcome.preheader": null;
  "mail.welcome.first": null;
  "mail.welcome.second": null;
  "mail.welcome.action": null;
}

export const getTexts = createTexts<"newsletter", NewsletterTexts>("newsletter");
