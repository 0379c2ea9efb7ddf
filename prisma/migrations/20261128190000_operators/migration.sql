-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "blocked_at" TIMESTAMPTZ(3),
ADD COLUMN     "blocked_reason" TEXT,
ADD COLUMN     "is_operator" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "mail_quota" INTEGER,
ADD COLUMN     "poll_quota" INTEGER,
ADD COLUMN     "storage_quota_bytes" BIGINT;

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "by_account_id" BIGINT,
    "via" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT,
    "reason" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_states" (
    "only" BOOLEAN NOT NULL DEFAULT true,
    "maintenance_since" TIMESTAMPTZ(3),
    "maintenance_sentence" TEXT,
    "announcement" TEXT,

    CONSTRAINT "service_states_pkey" PRIMARY KEY ("only")
);

ALTER TABLE "service_states" ADD CONSTRAINT "service_states_only_check" CHECK ("only");

-- The audit log is append-only (docs/adr/0101-operators-act-through-an-audit-log.md).
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_entries are only added to';
END $$;
CREATE TRIGGER "audit_entries_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
