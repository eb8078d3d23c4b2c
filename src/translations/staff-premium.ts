// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface StaffPremiumTexts {
  title: null;
  lead: null;
  coursePayments: null;
  searchHint: null;
  "column.person": null;
  "column.status": null;
  "column.respondBy": null;
  "column.amount": null;
  "column.refunded": null;
  "column.at": null;
  "column.actions": null;
  "state.disputed": null;
  "state.refunded": null;
  respond: null;
  openStripe: null;
  refund: null;
  refundTitle: { amount: string | number; name: string | number };
  refundText: null;
  failed: null;
  "server.missing": null;
  "server.refunded": null;
  "server.disputed": null;
  "server.old": null;
  "server.delayed": null;
}

export const getTexts = createTexts<"staffPremium", StaffPremiumTexts>("staffPremium");
