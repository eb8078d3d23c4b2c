/** The states of demo teachers' reviews. Teachers who aren't listed have submitted nothing. */

import type { VettingScope, VettingStatus } from "#lib/vetting/vetting.rules.ts";
import type { Ijazah } from "#lib/vetting/vetting.ts";

export interface DemoVetting {
  /** The key of the teacher. */
  teacher: string;
  status: VettingStatus;
  ijazahs?: Ijazah[];
  /** The verification, and in how many days it ends. */
  verified?: { scope: VettingScope[]; daysLeft: number };
  /** When the teacher submitted, in days before now. */
  submittedDaysAgo?: number;
  /** The reviewer's reason for the status. */
  reason?: string;
  /** Notes of an interview. */
  note?: string;
  /** Whether the teacher has uploaded documents. */
  hasDocuments?: boolean;
}

const hafs: Ijazah = {
  reading: "Hafs from Asim",
  year: 2006,
  chain: ["Shaykh Mahmud Sabri", "Shaykh Amir Uthman", "Shaykh Hasan al-Jurisi"],
  verificationUrl: "https://example.org/ijazahs/hafs-2006-0412",
};

export const demoVettings: readonly DemoVetting[] = [
  {
    teacher: "teacher",
    status: "verified",
    ijazahs: [hafs],
    hasDocuments: true,
    verified: { scope: ["identity", "ijazah", "certificates", "education"], daysLeft: 410 },
    submittedDaysAgo: 330,
    reason: "We compared your ijazah with the institute's register and met you on a call.",
    note: "30-minute call. Recited from Surah Maryam without a mistake, and explained the rules of noon. Identity card shown to the camera.",
  },
  {
    teacher: "teacher2",
    status: "verified",
    hasDocuments: true,
    verified: { scope: ["identity", "certificates"], daysLeft: 12 },
    submittedDaysAgo: 360,
    reason: "The issuer confirmed your certificates.",
  },
  {
    teacher: "fatima.alzahrani",
    status: "verified",
    verified: { scope: ["identity", "certificates"], daysLeft: 230 },
    submittedDaysAgo: 140,
    reason: "The issuer confirmed your certificates.",
  },
  {
    teacher: "ibrahim.demir",
    status: "verified",
    verified: { scope: ["certificates", "education"], daysLeft: 590 },
    submittedDaysAgo: 150,
    reason: "The links to the issuers match what you entered.",
  },
  {
    teacher: "idris.bennani",
    status: "verified",
    verified: { scope: ["identity", "certificates"], daysLeft: 310 },
    submittedDaysAgo: 60,
    reason: "The links to the issuers match what you entered.",
  },
  {
    teacher: "izzati.hassan",
    status: "verified",
    verified: { scope: ["identity", "education"], daysLeft: 480 },
    submittedDaysAgo: 250,
    reason: "Your university confirmed the degree.",
  },
  {
    teacher: "aisha.rahman",
    status: "submitted",
    hasDocuments: true,
    verified: { scope: ["identity", "certificates"], daysLeft: 20 },
    submittedDaysAgo: 1,
  },
  {
    teacher: "ahmad.nugroho",
    status: "submitted",
    ijazahs: [
      {
        reading: "Hafs from Asim",
        year: 2017,
        chain: ["Kyai Arif Wahyudi", "Kyai Nur Salim"],
      },
    ],
    hasDocuments: true,
    submittedDaysAgo: 3,
  },
  {
    teacher: "sumayya.ansari",
    status: "changes-requested",
    hasDocuments: true,
    submittedDaysAgo: 9,
    reason: "The scan of your certificate can't be read at the bottom. Please upload it again.",
  },
  {
    teacher: "zaynab.diallo",
    status: "withdrawn",
    submittedDaysAgo: 200,
    reason: "The institute told us that it didn't issue the certificate with this number.",
  },
];
