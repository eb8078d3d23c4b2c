// Written by `npm run texts`. Change the English catalog instead.
import { createTexts } from "./texts.ts";

export interface RevenueTexts {
  title: null;
  lead: null;
  loading: null;
  failed: null;
  "range.from": null;
  "range.to": null;
  "range.last": { days: string | number };
  "range.label": null;
  "by.label": null;
  "by.day": null;
  "by.teacher": null;
  "by.course": null;
  export: null;
  "figure.sales": null;
  "figure.gross": null;
  "figure.refunds": null;
  "figure.disputes": null;
  "figure.stripeFees": null;
  "figure.teachers": null;
  "figure.owed": null;
  "figure.other": null;
  "figure.platform": null;
  "figure.payouts": null;
  "activity.active": null;
  "activity.activeHint": null;
  "activity.retention": null;
  "activity.retentionHint": null;
  "activity.refundRate": null;
  "activity.refundRateHint": null;
  "activity.unknown": null;
  "chart.title": null;
  "chart.text": {
    gross: string | number;
    platform: string | number;
    from: string | number;
    to: string | number;
  };
  "chart.bar": { from: string | number; gross: string | number; platform: string | number };
  "chart.span": {
    from: string | number;
    to: string | number;
    gross: string | number;
    platform: string | number;
  };
  "chart.gross": null;
  "chart.platform": null;
  "chart.table": null;
  "chart.date": null;
  check: { transactions: number; net: string | number };
  none: null;
  noneText: null;
  others: null;
  total: null;
  "server.csv.key": null;
  "server.csv.name": null;
  "server.csv.sales": null;
  "server.csv.gross": null;
  "server.csv.refunds": null;
  "server.csv.disputes": null;
  "server.csv.stripeFees": null;
  "server.csv.teachers": null;
  "server.csv.owed": null;
  "server.csv.other": null;
  "server.csv.platform": null;
  "server.csv.payouts": null;
}

export const getTexts = createTexts<"revenue", RevenueTexts>("revenue");
