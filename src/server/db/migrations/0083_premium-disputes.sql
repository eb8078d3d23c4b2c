ALTER TABLE "plan_invoices" ADD COLUMN "needs_response" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_invoices" ADD COLUMN "respond_by" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD COLUMN "user_agent" text;--> statement-breakpoint
CREATE INDEX "plan_invoices_needs_response" ON "plan_invoices" USING btree ("respond_by") WHERE "plan_invoices"."needs_response";