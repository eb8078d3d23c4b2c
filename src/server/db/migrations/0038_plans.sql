CREATE TABLE "plan_checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"interval" text NOT NULL,
	"request" json,
	"session_id" text,
	"checkout_url" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "plan_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"subscription_id" text NOT NULL,
	"number" text,
	"status" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"payment_intent_id" text,
	"page_url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "plan_invoices_amounts" CHECK ("plan_invoices"."refunded_cents" between 0 and "plan_invoices"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "plan_prices" (
	"interval" text PRIMARY KEY NOT NULL,
	"price_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"status" text NOT NULL,
	"interval" text NOT NULL,
	"price_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"current_period_start" timestamp (3) with time zone NOT NULL,
	"current_period_end" timestamp (3) with time zone NOT NULL,
	"trial_end" timestamp (3) with time zone,
	"cancel_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"past_due_since" timestamp (3) with time zone,
	"cancel_reason" text,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plan_checkouts" ADD CONSTRAINT "plan_checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_invoices" ADD CONSTRAINT "plan_invoices_subscription_id_plan_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."plan_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_subscriptions" ADD CONSTRAINT "plan_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_checkouts_open" ON "plan_checkouts" USING btree ("user_id") WHERE "plan_checkouts"."status" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "plan_checkouts_session_id" ON "plan_checkouts" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "plan_checkouts_user_id" ON "plan_checkouts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "plan_invoices_subscription_id" ON "plan_invoices" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "plan_invoices_payment_intent_id" ON "plan_invoices" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "plan_subscriptions_user_id" ON "plan_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "plan_subscriptions_customer_id" ON "plan_subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "plan_subscriptions_ongoing" ON "plan_subscriptions" USING btree ("asked_at") WHERE "plan_subscriptions"."status" not in ('canceled', 'incomplete_expired');