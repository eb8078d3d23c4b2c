// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface MessagesTexts {
  "failed.contacts": null;
  "failed.thread": null;
  "failed.messages": null;
  "failed.send": null;
  "failed.search": null;
  "failed.people": null;
  "failed.block": null;
  "failed.delete": null;
  "failed.report": null;
  "invalid.partner": null;
  "invalid.text": null;
  "invalid.clientId": null;
  "invalid.clientIdForm": null;
  "server.title": null;
  "server.noThread": null;
  "server.noMessage": null;
  "server.noPerson": null;
  "server.mayNotWrite": null;
  "server.ownMessage": null;
  "server.deleted": null;
  "server.tooManyStreams": null;
  "server.tooMany": null;
  "server.restored": null;
  "server.tooLate": { minutes: string | number };
  "server.question.age": null;
  "server.question.guardian": null;
  "server.question.unconfirmed": null;
  "server.question.minor": { age: string | number };
  "server.question.unverified": { age: string | number };
  "server.question.unanswered": { count: number };
  "server.question.closed": { days: number };
  "server.question.closedForTeacher": { days: number };
  "server.question.daily": { count: number };
  "mail.digest.subject": { count: number };
  "mail.digest.first": null;
  "mail.digest.line": { name: string | number; count: number };
  "mail.digest.action": null;
  "mail.digest.stop": { url: string | number };
  "mail.digest.because": { site: string | number };
  "mail.copy.subject": { child: string | number };
  "mail.copy.preheader": { conversation: string | number };
  "mail.copy.first": { child: string | number; conversation: string | number };
  "mail.copy.line": { name: string | number; text: string | number };
  "mail.copy.deletedLine": { name: string | number; text: string | number };
  "mail.copy.conversation": null;
}

export const getTexts = createTexts<"messages", MessagesTexts>("messages");
