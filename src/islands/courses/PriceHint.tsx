import { useFormContext, useWatch } from "react-hook-form";
import { formatExactPrice, fullPrice, toCents, toDollars } from "#lib/payments/money.ts";
import { percentOf } from "#lib/payments/percent.ts";
import { getTexts } from "#translations/course-form.ts";
import type { CourseValues, EditValues } from "./course-form.ts";
import { toNumber } from "./course-form.ts";

const t = getTexts("courseForm");

interface PriceHintProps {
  /** The platform's fee for this teacher, as the server describes it. */
  fee?: string | undefined;
  /** The fee in percent. */
  feePercent: number | undefined;
}

/** What the teacher earns with the price that is entered, after the platform's fee. */
export function PriceHint({ fee, feePercent }: PriceHintProps) {
  const { control } = useFormContext<CourseValues & Partial<EditValues>>();
  const [price, hasDiscount = false, discount = ""] = useWatch({
    control,
    name: ["price", "hasDiscount", "discountPrice"],
  });
  const paid = fullPrice({
    price: toNumber(price),
    hasDiscount,
    discountPrice: toNumber(discount),
  });
  const cents = toCents(paid);
  return (
    <>
      {t("field.priceHint")}
      {feePercent !== undefined && cents > 0 && (
        <span className="block font-medium">
          {t("field.receives", {
            amount: formatExactPrice(toDollars(cents - percentOf(cents, feePercent))),
          })}
        </span>
      )}
      {fee && <span className="block">{fee}</span>}
    </>
  );
}
