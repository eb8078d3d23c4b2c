/**
 * Countries a profile may name. The specification's eleven come first under its own words; the
 * others follow by their English name. Codes are ISO 3166-1 alpha-2.
 */
const listed = [
  ["US", "USA"],
  ["GB", "UK"],
  ["CA", "Canada"],
  ["AU", "Australia"],
  ["SA", "Saudi Arabia"],
  ["AE", "UAE"],
  ["PK", "Pakistan"],
  ["IN", "India"],
  ["EG", "Egypt"],
  ["MY", "Malaysia"],
  ["ID", "Indonesia"],
] as const;

const otherCodes =
  "AD AF AG AI AL AM AO AR AT AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE ER ES ET FI FJ FM FR GA GD GE GH GM GN GQ GR GT GW GY HK HN HR HT HU IE IL IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW MX MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PL PS PT PW PY QA RO RS RU RW SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG UY UZ VA VC VE VN VU WS XK YE ZA ZM ZW".split(
    " ",
  );

export interface Country {
  code: string;
  name: string;
}

let names: Intl.DisplayNames | undefined;

/** All countries in the order in which forms show them. */
export function listCountries(): Country[] {
  names ??= new Intl.DisplayNames("en", { type: "region" });
  const others = otherCodes
    .map((code) => ({ code, name: names?.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
  return [...listed.map(([code, name]) => ({ code, name })), ...others];
}
