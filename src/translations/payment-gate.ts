// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface PaymentGateTexts {
  "account.checking": null;
  "account.ready": null;
  "account.failed": null;
  "account.title": null;
  "account.none.text": null;
  "account.none.action": null;
  "account.unfinished.text": null;
  "account.unfinished.action": null;
  "account.restricted.text": null;
  "account.restricted.action": null;
  "account.opening": null;
  "account.checkAgain": null;
  "account.freeTitle": null;
  "account.freeText": null;
  "account.freeAction": null;
  "country.label": null;
  "country.hint": null;
  "country.full": null;
  "country.recipient": null;
  "country.none": null;
  "country.wrong": null;
  "country.replace": null;
  "country.replaceText": { country: string | number };
  "country.current": { country: string | number };
}

export const getTexts = createTexts<"paymentGate", PaymentGateTexts>("paymentGate");
