// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface StaffLogTexts {
  "detail.role": null;
  "detail.before": null;
  "detail.after": null;
  "detail.outcome": null;
  "detail.about": null;
  "detail.subjectId": null;
  "detail.until": null;
  "detail.refundStudents": null;
  "detail.case": null;
  "detail.scope": null;
  "detail.document": null;
  "detail.kind": null;
  "detail.view": null;
  "detail.minutes": null;
  "detail.by": null;
  "detail.method": null;
  "detail.rows": null;
  "detail.query": null;
  "detail.disputeId": null;
  "detail.amountCents": null;
  "detail.owedCents": null;
  "detail.leftCents": null;
  "detail.reference": null;
  "detail.refundId": null;
  "detail.teacherKeepsShare": null;
  "detail.reason": null;
  "detail.recipients": null;
  "detail.revision": null;
  "detail.subject": null;
  "detail.language": null;
  "detail.invoiceId": null;
  "detail.appeal": null;
  "detail.suspension": null;
  "detail.added": null;
  "detail.removed": null;
  "detail.job": null;
  "detail.suspendedUntil": null;
  yes: null;
  no: null;
  "code.upheld": null;
  "code.overturned": null;
  "code.changed": null;
  "code.ended": null;
  "code.replaced": null;
  "code.default": null;
  "code.none": null;
  "method.authenticator": null;
  "method.passkey": null;
  "method.recovery-code": null;
  "end.staff": null;
  "end.time": null;
  "end.replaced": null;
}

export const getTexts = createTexts<"staffLog", StaffLogTexts>("staffLog");
