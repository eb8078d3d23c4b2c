import type { Hono } from "hono";
import {
  disputeEvidenceSchema,
  staffDisputesSchema,
} from "#lib/payments/dispute-evidence.responses.ts";
import { evidenceDraftInput, evidenceInput } from "#lib/payments/dispute-evidence.ts";
import { toDollars } from "#lib/payments/money.ts";
import { listStates } from "#lib/payments/payment-state.ts";
import { staffPaymentSchema, staffPaymentsSchema } from "#lib/payments/staff-payments.responses.ts";
import { staffPaymentsQuery } from "#lib/payments/staff-payments.ts";
import { staffRefundInput } from "#lib/payments/staff-refund.ts";
import { getTexts } from "#translations/translate.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { staffExport } from "../staff/staff-export.ts";
import { createStaffApp, type StaffApp, staffRoute } from "../staff/staff-route.ts";
import {
  listPaymentDisputes,
  saveDisputeEvidence,
  submitDisputeEvidence,
} from "./disputes/evidence.ts";
import { deleteEvidenceFile } from "./disputes/evidence-files.ts";
import { uploadEvidenceFile, uploadRefusals } from "./disputes/evidence-upload.ts";
import { disputeResponders } from "./disputes/staff-response.ts";
import { findStaffPayment } from "./payment-page/payment-page.ts";
import { refundAsStaff, refunders } from "./payment-page/staff-refund.ts";
import { exportStaffPayments, listStaffPayments } from "./staff-payments.ts";

const t = getTexts("staffPayments");
const states = getTexts("paymentStates");

const roles = ["bookkeeper"] as const;
const noPayment = "Not staff, or no such payment";

/** Mounted under /api/staff/payments. */
export function paymentStaffRoutes(context: Context): Hono<AppEnv> {
  const app = createStaffApp(context, "/payments");
  staffRoute(app, {
    method: "get",
    path: "/",
    roles: refunders,
    summary: "Payments for courses, newest first, one page",
    query: staffPaymentsQuery,
    data: staffPaymentsSchema,
    handle: ({ query }) => listStaffPayments(context, query),
  });
  staffExport(app, {
    kind: "export-payments",
    roles,
    summary: "Payments for courses as a CSV file",
    query: staffPaymentsQuery,
    read: ({ context, query }) => exportStaffPayments(context, query),
    title: (column) => t(`server.csv.${column}`),
    columns: {
      id: ({ _id }) => _id,
      time: ({ at }) => at,
      receipt: ({ receiptNumber }) => receiptNumber ?? "",
      course: ({ course }) => course,
      student: ({ student }) => student.name,
      teacher: ({ teacher }) => teacher.name,
      status: (payment) =>
        listStates(payment)
          .map((state) => states(state))
          .join(", "),
      amount: ({ amountCents }) => toDollars(amountCents),
      fee: ({ feeCents }) => toDollars(feeCents),
      refunded: ({ refundedCents }) => toDollars(refundedCents),
      charge: ({ chargeId }) => chargeId ?? "",
    },
  });
  staffRoute(app, {
    method: "get",
    path: "/:id",
    roles: refunders,
    summary: "A payment with everything that happened to it",
    data: staffPaymentSchema,
    refusals: { 404: noPayment },
    handle: ({ staff, param }) => findStaffPayment(context, staff, param("id")),
  });
  staffRoute(app, {
    method: "post",
    path: "/:id/refund",
    roles: refunders,
    summary: "Refund a payment, with or without recovering the teacher's share",
    body: staffRefundInput,
    data: staffPaymentSchema,
    refusals: {
      404: noPayment,
      409: "Not paid, another refund was made, disputed, or rejected by the provider",
      503: "The refund is requested, and made once the provider is available",
    },
    async handle({ staff, param, body }) {
      await refundAsStaff(context, staff, param("id"), body);
      return findStaffPayment(context, staff, param("id"));
    },
  });
  addDisputeResponses(context, app);
  return app.routes;
}

const noDispute = "Not staff, or no such dispute of the payment";
const isClosed = "Already submitted, decided, or past the deadline";

/** Responses to disputes on the page of a payment. */
function addDisputeResponses(context: Context, app: StaffApp): void {
  const one = "/:id/disputes/:disputeId";
  staffRoute(app, {
    method: "get",
    path: "/:id/disputes",
    roles: disputeResponders,
    summary: "The disputes of a payment, and what is known about it",
    data: staffDisputesSchema,
    handle: async ({ param }) => ({ disputes: await listPaymentDisputes(context, param("id")) }),
  });
  staffRoute(app, {
    method: "put",
    path: one,
    roles: disputeResponders,
    summary: "Save a draft of the platform's response to a dispute, beside the teacher's",
    body: evidenceDraftInput,
    data: disputeEvidenceSchema,
    refusals: { 404: noDispute, 409: isClosed },
    handle: ({ staff, param, body }) =>
      saveDisputeEvidence(context, { staff, paymentId: param("id") }, param("disputeId"), body),
  });
  staffRoute(app, {
    method: "post",
    path: `${one}/files`,
    roles: disputeResponders,
    summary: "Add a file to the response to a dispute: PDF, JPEG or PNG",
    multipart: "file",
    data: disputeEvidenceSchema,
    refusals: {
      ...uploadRefusals,
      404: noDispute,
      409: `${isClosed}, or the teacher has added a file of this kind`,
    },
    handle: ({ staff, param, c }) =>
      uploadEvidenceFile(context, c, { staff, paymentId: param("id") }, param("disputeId")),
  });
  staffRoute(app, {
    method: "delete",
    path: `${one}/files/:fileId`,
    roles: disputeResponders,
    summary: "Remove a file that staff have added to the response to a dispute",
    data: disputeEvidenceSchema,
    refusals: { 404: "Not staff, or no such file by staff", 409: isClosed },
    handle: ({ staff, param }) => {
      const responder = { staff, paymentId: param("id") };
      return deleteEvidenceFile(context, responder, param("disputeId"), param("fileId"));
    },
  });
  staffRoute(app, {
    method: "post",
    path: `${one}/submit`,
    roles: disputeResponders,
    summary: "Submit the evidence of a dispute to the bank, once",
    body: evidenceInput,
    data: disputeEvidenceSchema,
    refusals: { 404: noDispute, 409: isClosed },
    handle: ({ staff, param, body }) =>
      submitDisputeEvidence(context, { staff, paymentId: param("id") }, param("disputeId"), body),
  });
}
