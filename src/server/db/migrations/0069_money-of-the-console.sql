CREATE TABLE "account_payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"provider_account_id" text NOT NULL,
	"status" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"failure" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "balance_transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"category" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"net_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"source_id" text,
	"payment_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "teacher_keeps_share" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "balance_transactions" ADD CONSTRAINT "balance_transactions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_payouts_account" ON "account_payouts" USING btree ("provider_account_id","created_at");--> statement-breakpoint
CREATE INDEX "balance_transactions_created_at" ON "balance_transactions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "balance_transactions_source_id" ON "balance_transactions" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "balance_transactions_payment_id" ON "balance_transactions" USING btree ("payment_id");