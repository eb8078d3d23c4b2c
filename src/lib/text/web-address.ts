/**
 * Detects text in a name that email programs would turn into a link. Names appear in emails to
 * other people, so a URL in a name is advertising.
 */

/** Top-level domains that email programs link, besides all two-letter ones. */
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
  ελ ευ бг бел дети ею католик ком мкд мон москва онлайн орг рус рф сайт срб укр қаз հայ გე ישראל קום
  ابوظبي الاردن البحرين الجزائر السعودية السعوديه السعودیة السعودیۃ العراق المغرب اليمن امارات ايران ایران بارت
  بازار بھارت تونس سودان سوريا سورية شبكة عراق عرب عمان فلسطين قطر كوم مصر مليسيا موريتانيا موقع پاكستان پاکستان
  ڀارت कॉम नेट भारत भारतम् भारोत संगठन বাংলা ভারত ভাৰত ਭਾਰਤ ભારત ଭାରତ இந்தியா இலங்கை சிங்கப்பூர் భారత్ ಭಾರತ ഭാരതം
  ලංකා คอม ไทย ລາວ みんな クラウド コム ストア セール ファッション ポイント 世界 中国 中國 中文网 企业 信息 健康
  公司 公益 台湾 台灣 商城 商店 商标 在线 娱乐 家電 广东 慈善 我爱你 手机 招聘 政务 政府 新加坡 新闻 时尚 書籍 机构
  游戏 澳門 澳门 移动 组织机构 网址 网店 网站 网络 臺灣 购物 通販 集团 食品 餐厅 香港 닷넷 닷컴 한국`.split(
    /\s+/u,
  ),
);

/** Abbreviations that are often written before a name with a dot and no space. */
const titles = new Set(
  `dr mr mrs ms miss prof st sr jr md mohd moh muh abd abdul sh shk ust ustz eng hj hjh haji kh syed sd
  rev imam br capt col lt gen mst`.split(/\s+/u),
);

const scheme = /(?:^|[^\p{L}])(?:https?|ftp|mailto|tel|sms|javascript|data)\s*:|:\/\//iu;
const ipAddress = /(?:^|[^\d])\d{1,3}(?:\.\d{1,3}){3}/u;

/** Text that email programs decode (RFC 2047), such as `=?utf-8?Q?evil=2Ecom?=`. */
const encodedWord = /=\?[^?]*\?([bq])\?([^?]*)\?=/giu;

/**
 * Decodes encoded words as UTF-8, like email programs. Other charsets write addresses in the same
 * way.
 */
function decodeWords(text: string): string {
  const joined = text.replace(/\?=\s+=\?/gu, "?==?");
  return joined.replace(encodedWord, (word, encoding: string, encoded: string) => {
    try {
      const bytes = /q/i.test(encoding)
        ? encoded
            .replaceAll("_", " ")
            .replace(/=([\da-f]{2})/giu, (_, code: string) =>
              String.fromCharCode(Number.parseInt(code, 16)),
            )
        : atob(encoded.replace(/[^a-z\d+/]/giu, ""));
      return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
    } catch {
      return word;
    }
  });
}

/** Whether a name contains a URL or email address, even a disguised one. */
export function containsWebAddress(name: string): boolean {
  const decoded = name.includes("=?") ? decodeWords(name) : name;
  return isWebAddress(name) || (decoded !== name && isWebAddress(decoded));
}

function isWebAddress(name: string): boolean {
  // Converts full-width characters and unusual dots to the characters that browsers read them as.
  const plain = name.normalize("NFKC").replace(/[\u3002\uff61]/gu, ".");
  if (plain.includes("@") || scheme.test(plain) || ipAddress.test(plain)) return true;
  const words = plain.split(/[\s,;()<>[\]"“”]+/u).filter((word) => word !== "");
  return words.some((word, index) => isAddress(word, words[index - 1] ?? ""));
}

function isAddress(word: string, before: string): boolean {
  const host = word.split(/[/\\?#:]/u)[0] ?? "";
  // A final dot ends the sentence after a domain, but may also belong to an abbreviation.
  const labels = host.replace(/(?<=[^.]{3})\.$/u, "").split(".");
  const last = labels.at(-1) ?? "";
  if (labels.length === 1) {
    // 'evil. com': a space separates the top-level domain.
    return before.endsWith(".") && /^[a-z]{3,}$/u.test(last) && endings.has(last);
  }
  // 'evil .com'
  if (labels[0] === "") return /\p{L}/u.test(last);
  if (/^www\d?$/iu.test(labels[0] ?? "")) return true;
  // 'A. R.' and 'Jr.' end with a dot and aren't domains.
  if (last === "") return false;
  if (/^xn--/iu.test(last) || mixesAlphabets(host)) return true;
  const leading = labels.slice(0, -1);
  // Other top-level domains exist. In names, lower-case words are separated by spaces.
  if (!isEnding(last)) return isLowerLatin(host) && !leading.every(isInitialOrTitle);
  if (host !== word) return true;
  return !leading.every(isInitialOrTitle) || isLower(last);
}

/** Whether the label is in a script with two cases and entirely in lower case. */
const isLower = (label: string): boolean =>
  label === label.toLowerCase() && label !== label.toUpperCase();

const isEnding = (label: string): boolean =>
  /^[a-z]{2}$/iu.test(label) || endings.has(label.toLowerCase());

const isInitialOrTitle = (label: string): boolean =>
  [...label].length === 1 || titles.has(label.toLowerCase());

/** A host name of lower-case Latin letters, digits, dots and hyphens. */
const isLowerLatin = (host: string): boolean => /^[a-z\d.-]*[a-z]{3,}$/u.test(host);

/** Latin letters mixed with Cyrillic or Greek ones that look like them. */
const mixesAlphabets = (text: string): boolean =>
  /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text);
