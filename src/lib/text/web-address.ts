/**
 * Detects text in a name that email programs would turn into a link. Names appear in emails to
 * other people, so a web address in one is advertising.
 */

/** Domain endings that email programs link, besides all two-letter ones. */
const endings = new Set(
  `com net org info biz name mobi edu gov int mil arpa app art asia baby bar beauty best bet bid bio blog
  boats bond bot buzz cafe cam camp cash casino cat center cfd chat church city click cloud club coach
  codes coffee community company contact cool courses cyou dad date deals delivery design dev digital
  direct directory dog earth email energy engineer events exchange expert express fail family fans farm
  fashion fit foundation fun fund fyi gallery game games gdn gift gives global gold golf group guide guru
  hair health help homes host house icu inc ink institute jobs kim land law lgbt life link live loan lol
  ltd makeup market marketing media men moe mom monster motorcycles mov movie network news ngo ninja one
  ong online page party pet photo photos pics pink plus poker porn press pro productions promo pub quest
  racing realty red rent repair report rest review reviews rip rocks run sale sbs school science security
  services sex sexy shop shopping show site skin social software solutions space store stream studio
  support surf systems tax team tech technology tel tips today tokyo tools top tours town toys trade
  training travel tube tv university uno vacations vet video vip vote wang watch webcam website wiki win
  wine work works world wtf xxx xyz yachts yoga zip zone
  рф рус онлайн сайт орг ком укр бел مصر قطر السعودية امارات موقع شبكة كوم ايران پاکستان بھارت المغرب
  تونس سوريا عمان فلسطين العراق الاردن الجزائر`.split(/\s+/u),
);

/** Abbreviations that people write before a name, with a dot and without a space. */
const titles = new Set(
  `dr mr mrs ms miss prof st sr jr md mohd moh muh abd abdul sh shk ust ustz eng hj hjh haji kh syed sd
  rev imam br capt col lt gen mst`.split(/\s+/u),
);

const scheme = /(?:^|[^\p{L}])(?:https?|ftp|mailto|tel|sms|javascript|data)\s*:|:\/\//iu;
const ipAddress = /(?:^|[^\d])\d{1,3}(?:\.\d{1,3}){3}/u;

/** Whether a name contains the address of a site or a mailbox, even if it is disguised. */
export function containsWebAddress(name: string): boolean {
  // Wide and one-dot-leader forms become the letters and dots that browsers read in them.
  const plain = name.normalize("NFKC").replace(/[\u3002\uff61]/gu, ".");
  if (plain.includes("@") || scheme.test(plain) || ipAddress.test(plain)) return true;
  const words = plain.split(/[\s,;()<>[\]"“”]+/u).filter((word) => word !== "");
  return words.some((word, index) => isAddress(word, words[index - 1] ?? ""));
}

function isAddress(word: string, before: string): boolean {
  const host = word.split(/[/\\?#:]/u)[0] ?? "";
  // A dot at the end closes a sentence after an address, and an abbreviation elsewhere.
  const labels = host.replace(/(?<=[^.]{3})\.$/u, "").split(".");
  const last = labels.at(-1) ?? "";
  if (labels.length === 1) {
    // 'evil. com': the ending is separated by a space.
    return before.endsWith(".") && last.length > 2 && isLower(last) && endings.has(last);
  }
  // 'evil .com'
  if (labels[0] === "") return /\p{L}/u.test(last);
  if (/^www\d?$/iu.test(labels[0] ?? "")) return true;
  // 'A. R.' and 'Jr.' end with a dot and name no site.
  if (last === "") return false;
  if (/^xn--/iu.test(last) || mixesAlphabets(host)) return true;
  if (!isEnding(last)) return false;
  if (host !== word) return true;
  const isName = labels.slice(0, -1).every(isInitialOrTitle) && !isLower(last);
  return !isName;
}

const isEnding = (label: string): boolean =>
  /^[a-z]{2}$/iu.test(label) || endings.has(label.toLowerCase());

const isInitialOrTitle = (label: string): boolean =>
  [...label].length === 1 || titles.has(label.toLowerCase());

const isLower = (label: string): boolean => label === label.toLowerCase();

/** Latin letters beside Cyrillic or Greek ones, which look like them. */
const mixesAlphabets = (text: string): boolean =>
  /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text);
