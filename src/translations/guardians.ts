// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface GuardiansTexts {
  "message.expired": null;
  "message.requested": null;
  "message.nobody": null;
  "message.confirmed": null;
  "message.noAddress": null;
  "message.declined": null;
  "message.tooSoon": null;
  "message.ownAddress": null;
  "message.notYet": null;
  "message.ended": null;
  conversationsFailed: null;
  messagesFailed: null;
  endFailed: null;
  "link.title": null;
  "link.end": null;
  "link.ending": null;
  "server.title": null;
  "server.notSaved": null;
  "server.failed": null;
  "server.brokenLink": null;
  "server.declinedAll": null;
  "server.declinedAllText": { address: string | number };
  "server.saved": null;
  "server.question": null;
  "server.noStudents": null;
  "server.changeable": null;
  "server.explanation": null;
  "server.confirmed": null;
  "server.declined": null;
  "server.waiting": null;
  "server.confirm": null;
  "server.stop": null;
  "server.decline": null;
  "server.unknown": null;
  "server.never": null;
  "server.pageSent": null;
  "server.mailLink": null;
  "mail.request.subject": { site: string | number };
  "mail.request.title": null;
  "mail.request.preheader": null;
  "mail.request.text": { site: string | number; age: string | number };
  "mail.request.next": null;
  "mail.request.action": null;
  "mail.request.note": { days: number };
  "mail.request.because": { site: string | number };
  "mail.former.subject": { child: string | number };
  "mail.former.opening": { child: string | number };
  "mail.former.removed": { child: string | number; site: string | number; age: string | number };
  "mail.former.removedText": {
    child: string | number;
    site: string | number;
    age: string | number;
  };
  "mail.former.deleted": { child: string | number; site: string | number };
  "mail.former.deletedText": { child: string | number; site: string | number };
  "mail.former.unexpected": { child: string | number; address: string | number };
  "mail.copy.subject": { child: string | number; subject: string | number };
  "mail.copy.received": { child: string | number };
  "mail.copy.because": { child: string | number };
  "mail.copy.action": { child: string | number };
  "mail.copy.note": { child: string | number; days: number };
}

export const getTexts = createTexts<"guardians", GuardiansTexts>("guardians");
