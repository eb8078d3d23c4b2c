// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface RefundPoliciesTexts {
  "label.until-first-class": null;
  "label.14-days": null;
  "label.none": null;
  "until-first-class": null;
  "14-days": null;
  none: null;
  removedClasses: null;
  lastClassBegan: null;
}

export const getTexts = createTexts<"refundPolicies", RefundPoliciesTexts>("refundPolicies");
