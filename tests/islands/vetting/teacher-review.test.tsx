/** A teacher's page in the console. */
import { fireEvent } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import TeacherReview from "#islands/vetting/staff/TeacherReview.tsx";
import type { VettingDetail } from "#lib/vetting/vetting.responses.ts";
import { answer, failure, success } from "../support/api.ts";
import "../support/dialogs.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

const detail: VettingDetail = {
  _id: "prf_1",
  userId: "usr_1",
  name: "Yusuf Mansour",
  email: "yusuf@example.org",
  country: "Egypt",
  status: "submitted",
  isVerified: false,
  verifiedUntil: null,
  submittedAt: "2027-01-02T10:00:00Z",
  scope: [],
  version: 7,
  documents: 1,
  publishedCourses: 2,
  ijazahs: [],
  certifications: [
    {
      name: "Teaching Tajweed",
      issuingAuthority: "Institute of Recitation",
      year: 2016,
      verificationUrl: "https://example.org/1",
    },
  ],
  educationBackground: [],
  documentList: [
    {
      _id: "doc_1",
      kind: "identity",
      name: "card.webp",
      isPdf: false,
      bytes: 9,
      at: "2027-01-01T00:00:00Z",
    },
  ],
  events: [
    {
      _id: "vev_1",
      kind: "submitted",
      by: null,
      reason: "",
      scope: [],
      until: null,
      at: "2027-01-02T10:00:00Z",
    },
  ],
  paymentAccount: { country: "EG", detailsSubmitted: true, chargesEnabled: false },
};

beforeEach(() => signInAs({}));

it("a reviewer sees the documents, issuers and payment account, and verifies the version that was read", async () => {
  const verified = { ...detail, status: "verified", isVerified: true, verifiedUntil: "2028-12-31" };
  const calls = answer({
    "GET /staff/teachers/prf_1": success(detail),
    "POST /staff/teachers/prf_1/verification": success({ ...verified, version: 8 }),
  });
  const user = render(<TeacherReview id="prf_1" />);
  const issuer = await screen.findByRole("link", {
    name: "Check Teaching Tajweed with the issuer",
  });
  expect(issuer.getAttribute("rel")).toContain("noreferrer");
  expect(screen.getByRole("link", { name: /card\.webp/ }).getAttribute("href")).toBe(
    "/api/vetting/documents/doc_1",
  );
  expect(screen.getByText("Stripe is still checking the teacher's details (Egypt)")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Send decision" }));
  expect(screen.getByText("Choose a decision.")).toBeDefined();
  await user.click(screen.getByLabelText("Verify the teacher"));
  await user.click(screen.getByLabelText("Certificates"));
  await user.click(screen.getByLabelText("Identity"));
  fireEvent.change(screen.getByLabelText("Verified until"), { target: { value: "2028-12-31" } });
  await user.type(screen.getByLabelText("Message to the teacher"), "The issuer confirmed it.");
  await user.click(screen.getByRole("button", { name: "Send decision" }));
  expect(await screen.findByRole("button", { name: "Withdraw verification" })).toBeDefined();
  expect(calls.at(-1)?.body).toEqual({
    scope: ["identity", "certificates"],
    until: "2028-12-31",
    reason: "The issuer confirmed it.",
    version: 7,
  });
});

it("a reviewer who is too late sees that someone else has decided", async () => {
  const message = "This teacher isn't waiting for review. Someone else may have decided already.";
  answer({
    "GET /staff/teachers/prf_1": success(detail),
    "POST /staff/teachers/prf_1/changes": failure(409, message),
  });
  const user = render(<TeacherReview id="prf_1" />);
  await user.click(await screen.findByLabelText("Request changes"));
  await user.type(screen.getByLabelText("Message to the teacher"), "Unreadable.");
  await user.click(screen.getByRole("button", { name: "Send decision" }));
  expect((await screen.findByRole("alert")).textContent).toBe(message);
});
