/** The letters of the demo, and the addresses that get none. */
import type { Language } from "#lib/languages.ts";
import type {
  DeliveryReason,
  LetterAudience,
  LetterKind,
  LetterStatus,
  SuppressionReason,
} from "#lib/letters/letters.rules.ts";
import type { LetterText } from "#lib/letters/letters.ts";

export interface DemoLetter {
  kind: LetterKind;
  status: LetterStatus;
  audience: LetterAudience;
  createdDaysAgo: number;
  startedDaysAgo?: number;
  texts: Partial<Record<Language, LetterText>> & { en: LetterText };
  /** How many subscribers the letter has reached, in the order of the list. All by default. */
  deliveredTo?: number;
  /** Why subscribers didn't get the letter. */
  exceptions?: Readonly<Record<string, DeliveryReason>>;
  /** What is left of a letter whose addresses were deleted. */
  counts?: { sent: number; skipped: number; failed: number };
  pausedBecause?: string;
}

/** Addresses that have confirmed the newsletter, with their languages. */
export const demoSubscribers: readonly (readonly [name: string, language: Language])[] = [
  ["abdullah.noor", "en"],
  ["amal.haddad", "ar"],
  ["amina.diop", "fr"],
  ["bilal.chaudhry", "ur"],
  ["camille.moreau", "fr"],
  ["daniyal.mirza", "ur"],
  ["dunya.saleh", "ar"],
  ["elena.navarro", "es"],
  ["farah.qureshi", "en"],
  ["ghassan.najjar", "ar"],
  ["hana.okafor", "en"],
  ["ilyas.bouzid", "fr"],
  ["jannat.malik", "ur"],
  ["karim.toure", "fr"],
  ["layan.shami", "ar"],
  ["lucia.romero", "es"],
  ["mariam.yilmaz", "en"],
  ["nadir.hosseini", "en"],
  ["omar.ba", "fr"],
  ["rania.mansour", "ar"],
  ["saad.iqbal", "ur"],
  ["tasneem.ali", "en"],
  ["yunus.kaya", "en"],
  ["zahra.ibrahim", "en"],
];

export const demoLetters: readonly DemoLetter[] = [
  {
    kind: "newsletter",
    status: "draft",
    audience: "subscribers",
    createdDaysAgo: 1,
    texts: {
      en: {
        subject: "Five minutes a day: keep what you have memorized",
        preheader: "A small plan for revision, and three new courses.",
        body: "The busiest weeks of the year are the hardest for revision. Our teachers recommend a small plan:\n\n- one page of **new memorization** at most\n- two pages of **recent revision**\n- five minutes of **old revision** after a prayer\n\nThree new courses begin next week. [Have a look at the catalog](https://example.org/courses).",
      },
      ar: {
        subject: "خمس دقائق كل يوم لتثبيت ما حفظته",
        preheader: "خطة صغيرة للمراجعة، وثلاث دورات جديدة.",
        body: "أكثر الأسابيع ازدحامًا هي أصعبها على المراجعة. ينصح معلّمونا بخطة صغيرة:\n\n- صفحة واحدة من **الحفظ الجديد** على الأكثر\n- صفحتان من **المراجعة القريبة**\n- خمس دقائق من **المراجعة البعيدة** بعد إحدى الصلوات\n\nتبدأ ثلاث دورات جديدة الأسبوع القادم. [تصفّح الدورات](https://example.org/courses).",
      },
    },
  },
  {
    kind: "newsletter",
    status: "paused",
    audience: "subscribers",
    createdDaysAgo: 9,
    startedDaysAgo: 8,
    deliveredTo: 11,
    pausedBecause: "554 5.7.1 Message rejected: sending limit of your plan exceeded",
    texts: {
      en: {
        subject: "Meet the teachers of our tajweed courses",
        preheader: "Three teachers share how they learned.",
        body: "This month, three tajweed teachers share how they learned to recite, and what helps beginners most.\n\n[Read their stories](https://example.org/teachers)",
      },
    },
  },
  {
    kind: "newsletter",
    status: "sent",
    audience: "subscribers",
    createdDaysAgo: 36,
    startedDaysAgo: 35,
    exceptions: {
      "camille.moreau": "unsubscribed",
      "elena.navarro": "unconfirmed",
      "ghassan.najjar": "rejected",
      "lucia.romero": "suppressed",
    },
    texts: {
      en: {
        subject: "New courses for the autumn",
        preheader: "Groups are small, so seats are limited.",
        body: "We've published new courses for beginners and for students who are memorizing. Groups are small, so that everyone recites in each class.\n\n[See all courses](https://example.org/courses)",
      },
      fr: {
        subject: "Les nouveaux cours de l’automne",
        preheader: "Les groupes sont petits.",
        body: "De nouveaux cours pour débutants et pour la mémorisation sont publiés. Les groupes sont petits : chacun récite à chaque séance.\n\n[Voir tous les cours](https://example.org/courses)",
      },
    },
  },
  {
    kind: "policy",
    status: "sent",
    audience: "accounts",
    createdDaysAgo: 152,
    startedDaysAgo: 150,
    counts: { sent: 61, skipped: 2, failed: 1 },
    texts: {
      en: {
        subject: "We're changing our Terms of Use",
        preheader: "The new terms say how refunds work when a class is canceled.",
        body: "We're changing our Terms of Use. The new version says more clearly **when you get a refund**: for each class that a teacher cancels and doesn't make up for.\n\nNothing changes for courses that you have already paid for.",
      },
    },
  },
];

export const demoSuppressions: readonly {
  name: string;
  reason: SuppressionReason;
  note: string;
  daysAgo: number;
}[] = [
  { name: "ghassan.najjar", reason: "rejected", note: "550 5.1.1 User unknown", daysAgo: 35 },
  {
    name: "lucia.romero",
    reason: "complaint",
    note: "Reported as spam, from our provider's list",
    daysAgo: 60,
  },
  {
    name: "former.reader",
    reason: "staff",
    note: "Asked by phone to stop getting letters",
    daysAgo: 90,
  },
];
