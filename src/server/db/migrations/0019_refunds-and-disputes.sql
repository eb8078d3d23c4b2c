CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"provider_dispute_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"status" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"due_by" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"recovery" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"request_id" text,
	"status" text DEFAULT 'requested' NOT NULL,
	"amount_cents" integer NOT NULL,
	"is_whole" boolean NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"provider_refund_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"made_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
DROP INDEX "payment_accounts_teacher_id";--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "destination_payment_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_provider_dispute_id" ON "disputes" USING btree ("provider_dispute_id");--> statement-breakpoint
CREATE INDEX "disputes_payment_id" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "disputes_recovery_due" ON "disputes" USING btree ("created_at") WHERE "disputes"."recovery" = 'due';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_request_id" ON "refunds" USING btree ("payment_id","request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_provider_refund_id" ON "refunds" USING btree ("provider_refund_id");--> statement-breakpoint
CREATE INDEX "refunds_payment_id" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_requested" ON "refunds" USING btree ("created_at") WHERE "refunds"."status" = 'requested';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_accounts_open" ON "payment_accounts" USING btree ("teacher_id") WHERE "payment_accounts"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_destination_payment_id" ON "payments" USING btree ("destination_payment_id");--> statement-breakpoint
CREATE INDEX "payments_charge_id" ON "payments" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "payments_destination_account_id" ON "payments" USING btree ("destination_account_id","paid_at");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunded" CHECK ("payments"."refunded_cents" between 0 and "payments"."amount_cents");--> statement-breakpoint
INSERT INTO "refunds" ("id", "payment_id", "status", "amount_cents", "is_whole", "reason", "provider_refund_id", "created_at", "made_at")
  SELECT replace("id", 'pay_', 'rfd_'), "id", CASE WHEN "status" = 'refunded' THEN 'made' ELSE 'requested' END,
    "amount_cents", true, coalesce("refund_reason", 'provider'), "refund_id",
    coalesce("refunded_at", "paid_at", "created_at"), "refunded_at"
  FROM "payments" WHERE "status" IN ('refunding', 'refunded');--> statement-breakpoint
UPDATE "payments" SET "refunded_cents" = "amount_cents" WHERE "status" = 'refunded';
