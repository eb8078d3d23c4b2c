/** The evidence on the page of a case. */
import { within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { CaseEvidenceList } from "#islands/cases/staff/CaseEvidenceList.tsx";
import type { CaseEvidence } from "#lib/cases/case-evidence.responses.ts";
import type { CaseDetail } from "#lib/cases/cases.responses.ts";
import { render, screen } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

beforeEach(() => signInAs({}));

const path = (number: number) => `/api/staff/cases/case_1/files/${number}`;

const show = (...evidence: CaseEvidence[]) =>
  render(<CaseEvidenceList detail={{ evidence } as CaseDetail} />);

const profile: CaseEvidence = {
  kind: "profile",
  id: "prf_1",
  name: "Yusuf Mansour",
  role: "teacher",
  texts: [{ field: "bio", text: "I teach Quran." }],
  imageUrl: path(0),
};

it("a reported profile shows its picture and the teacher's credentials", () => {
  const credentials = {
    ijazahs: [{ reading: "Hafs from Asim", year: 2014, chain: ["Shaykh Mahmud", "Shaykh Amir"] }],
    certifications: [
      {
        name: "Teaching Tajweed",
        issuingAuthority: "Institute of Recitation",
        year: 2016,
        verificationUrl: "https://example.org/1",
      },
    ],
    educationBackground: [{ degree: "Bachelor of Arts", institution: "Cairo", year: 2010 }],
  };
  show({ ...profile, credentials });
  const picture = screen.getByRole("img", { name: "Picture: Yusuf Mansour" });
  expect(picture.getAttribute("src")).toBe(path(0));
  expect(screen.getByText("Biography")).toBeDefined();
  expect(screen.getByRole("heading", { name: "Ijazahs", level: 3 })).toBeDefined();
  const chain = within(screen.getByText("Shaykh Mahmud").closest("ol") as HTMLElement);
  expect(chain.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Shaykh Mahmud",
    "Shaykh Amir",
  ]);
  expect(screen.getByText(/Institute of Recitation/)).toBeDefined();
  expect(screen.getByText("Bachelor of Arts", { exact: false })).toBeDefined();
  const issuer = screen.getByRole("link", { name: "Check Teaching Tajweed with the issuer" });
  expect(issuer.getAttribute("href")).toBe("https://example.org/1");
});

it("a reported profile says that a teacher had entered no credentials", () => {
  show({
    ...profile,
    imageUrl: null,
    credentials: { ijazahs: [], certifications: [], educationBackground: [] },
  });
  expect(screen.getByText("No credentials entered")).toBeDefined();
  expect(screen.queryByRole("img")).toBeNull();
});

it("a reported course shows its images, and a case from before images were kept has none", () => {
  const course: CaseEvidence = {
    kind: "course",
    id: "crs_1",
    title: "Tajweed",
    description: "Rules of recitation",
    teacherId: "prf_1",
    teacherName: "Yusuf Mansour",
    status: "published",
    wasHidden: false,
  };
  show({ ...course, imageUrls: [path(0), path(1)] }, { ...course, id: "crs_2", title: "Seerah" });
  const pictures = screen.getAllByRole("img", { name: "Picture: Tajweed" });
  expect(pictures.map((each) => each.getAttribute("src"))).toEqual([path(0), path(1)]);
  expect(screen.getAllByRole("img")).toHaveLength(2);
});

it("a reported class shows its note, and its course every text", () => {
  show(
    {
      kind: "class",
      id: "cls_1",
      courseId: "crs_1",
      startsAt: "2026-11-01T08:00:00.000Z",
      endsAt: "2026-11-01T09:00:00.000Z",
      status: "scheduled",
      note: "Bring the money",
    },
    {
      kind: "course",
      id: "crs_1",
      title: "Tajweed",
      description: "Rules of recitation",
      texts: [
        { field: "objectives", text: "The rules of noon" },
        { field: "requirements", text: "A mushaf" },
      ],
      teacherId: "prf_1",
      teacherName: "Yusuf Mansour",
      status: "published",
      wasHidden: false,
    },
  );
  expect(screen.getByText("Bring the money")).toBeDefined();
  const named = screen
    .getAllByRole("term")
    .map((name) => [name.textContent, name.nextElementSibling?.textContent]);
  expect(named).toEqual([
    ["Objectives", "The rules of noon"],
    ["Requirements", "A mushaf"],
  ]);
});

it("a reported recording plays from the case", () => {
  show({
    kind: "introduction",
    id: "int_1",
    teacherId: "prf_1",
    teacherName: "Yusuf Mansour",
    url: path(0),
    seconds: 12,
    addedAt: "2026-11-01T08:00:00.000Z",
    wasHidden: false,
  });
  const player = screen.getByLabelText("Recording by Yusuf Mansour");
  expect(player.getAttribute("src")).toBe(path(0));
});

it("a picture in a message to staff names its sender", () => {
  show({
    kind: "picture",
    id: "msg_1",
    senderName: "Khadija Noor",
    url: path(0),
    sentAt: "2026-11-01T08:00:00.000Z",
  });
  const picture = screen.getByRole("img", { name: "Picture: Khadija Noor" });
  expect(picture.getAttribute("src")).toBe(path(0));
});
