// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface PaymentStatesTexts {
  open: null;
  paid: null;
  expired: null;
  refunding: null;
  refunded: null;
  partly: null;
  disputed: null;
  inquiry: null;
  won: null;
  lost: null;
}

export const getTexts = createTexts<"paymentStates", PaymentStatesTexts>("paymentStates");
