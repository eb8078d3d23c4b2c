/** The files that teachers open in a spreadsheet, in each language. */
import { expect, test } from "vitest";
import { type Language, languages } from "#lib/languages.ts";
import { isolated } from "#lib/text/bidi.ts";
import { writeEarnings } from "#server/earnings/earnings-file.ts";
import { writeStudents } from "#server/enrollments/students-export.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";

const names = {
  course: { _id: "crs_1", title: "التجويد, 1; two" },
  // As in older rows. New names are stored without such marks.
  student: { _id: "prf_1", name: isolated("Léa مريم") },
};

const writeBoth = (language: Language): string[][] =>
  runWithLanguage(language, () => [
    writeEarnings(
      [
        {
          ...{ _id: "txn_1", kind: "refund", status: "available", receipt: "K7RMQX-0042" },
          ...{ at: "2027-03-03T23:30:00.000Z", amount: -1234.5, fee: -1, net: -1233.5 },
          ...{ refund: null, ...names },
        },
      ],
      "Asia/Karachi",
      { isFirst: true },
    ).split("\r\n"),
    writeStudents([
      {
        ...{ enrollmentId: "enr_1", joinedAt: "2027-03-03T23:30:00.000Z", ...names },
        ...{ progress: { done: 3, total: 8 }, amount: 20, refundable: 20 },
      },
    ]).split("\r\n"),
  ]);

const title = '"التجويد, 1; two"';
const name = '"Léa مريم"';
const amounts = "-1234.50,-1.00,-1233.50";
const written: Record<Language, [head: string, line: string][]> = {
  en: [
    [
      '"Date (Asia/Karachi)","Type","Course","Student","Receipt","Amount","Fee","Net","Currency","Status","Reference"',
      `"2027-03-04 04:30","Refund",${title},${name},"K7RMQX-0042",${amounts},"USD","Available","txn_1"`,
    ],
    [
      '"Student","Course","Classes","Progress","Joined"',
      `${name},${title},"3 of 8 classes","38%","2027-03-03"`,
    ],
  ],
  ar: [
    [
      '"التاريخ (Asia/Karachi)","النوع","الدورة","الطالب","الإيصال","المبلغ","الرسوم","الصافي","العملة","الحالة","المرجع"',
      `"2027-03-04 04:30","مبلغ مردود",${title},${name},"K7RMQX-0042",${amounts},"USD","متاح","txn_1"`,
    ],
    [
      '"الطالب","الدورة","الحصص","التقدّم","تاريخ الالتحاق"',
      `${name},${title},"3 من 8 حصص","38%","2027-03-03"`,
    ],
  ],
  ur: [
    [
      '"تاریخ (Asia/Karachi)","قسم","کورس","طالب علم","رسید","رقم","فیس","خالص رقم","کرنسی","حالت","حوالہ"',
      `"2027-03-04 04:30","رقم کی واپسی",${title},${name},"K7RMQX-0042",${amounts},"USD","دستیاب","txn_1"`,
    ],
    [
      '"طالب علم","کورس","کلاسیں","پیش رفت","داخلے کی تاریخ"',
      `${name},${title},"8 کلاسوں میں سے 3","38%","2027-03-03"`,
    ],
  ],
  fr: [
    [
      '"Date (Asia/Karachi)";"Opération";"Cours";"Élève";"Reçu";"Montant";"Commission";"Net perçu";"Devise";"Statut";"Référence"',
      `"2027-03-04 04:30";"Remboursement";${title};${name};"K7RMQX-0042";-1234,50;-1,00;-1233,50;"USD";"Disponible";"txn_1"`,
    ],
    [
      '"Élève";"Cours";"Séances";"Progression";"Inscription"',
      `${name};${title};"3 sur 8 séances";"38%";"2027-03-03"`,
    ],
  ],
  es: [
    [
      '"Fecha (Asia/Karachi)";"Tipo";"Curso";"Estudiante";"Recibo";"Importe";"Comisión";"Neto";"Moneda";"Estado";"Referencia"',
      `"2027-03-04 04:30";"Reembolso";${title};${name};"K7RMQX-0042";-1234,50;-1,00;-1233,50;"USD";"Disponible";"txn_1"`,
    ],
    [
      '"Estudiante";"Curso";"Clases";"Progreso";"Inscripción"',
      `${name};${title};"3 de 8 clases";"38%";"2027-03-03"`,
    ],
  ],
};

test.for(languages)(
  "CSV files in the language %s have its headings and decimal sign, unambiguous dates, and names without direction marks",
  (language) => {
    const files = writeBoth(language);
    for (const [index, [head, line]] of written[language].entries()) {
      expect(files[index]).toEqual([`\uFEFF${head}`, line, ""]);
    }
  },
);
