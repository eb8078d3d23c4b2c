// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface StaffPaymentsTexts {
  title: null;
  lead: null;
  searchHint: null;
  "column.course": null;
  "column.student": null;
  "column.teacher": null;
  "column.status": null;
  "column.amount": null;
  "column.fee": null;
  "column.refunded": null;
  "column.at": null;
  "server.csv.id": null;
  "server.csv.time": null;
  "server.csv.receipt": null;
  "server.csv.course": null;
  "server.csv.student": null;
  "server.csv.teacher": null;
  "server.csv.status": null;
  "server.csv.amount": null;
  "server.csv.fee": null;
  "server.csv.refunded": null;
  "server.csv.charge": null;
  "server.error.noPayment": null;
}

export const getTexts = createTexts<"staffPayments", StaffPaymentsTexts>("staffPayments");
