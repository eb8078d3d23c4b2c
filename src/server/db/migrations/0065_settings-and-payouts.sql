CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text
);
--> statement-breakpoint
CREATE TABLE "share_payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"teacher_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "share_payouts_amount" CHECK ("share_payouts"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "payments" ALTER COLUMN "destination_account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "payment_accounts" ADD COLUMN "agreement" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "share_payouts" ADD CONSTRAINT "share_payouts_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_payouts_teacher_id" ON "share_payouts" USING btree ("teacher_id","created_at");--> statement-breakpoint
-- All servers read a changed setting again at the commit, no matter who changed it.
CREATE FUNCTION tell_of_setting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('halaqa_settings', COALESCE(NEW."key", OLD."key"));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "settings_tell" AFTER INSERT OR UPDATE OR DELETE ON "settings"
  FOR EACH ROW EXECUTE FUNCTION tell_of_setting();
