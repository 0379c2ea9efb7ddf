-- AlterTable
ALTER TABLE "attachments" ADD COLUMN     "storage_usage_id" BIGINT;

-- CreateTable
CREATE TABLE "storage_usage" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT,
    "organization_id" BIGINT,
    "bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "storage_usage_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "storage_usage_account_id_key" ON "storage_usage"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "storage_usage_organization_id_key" ON "storage_usage"("organization_id");

-- AddForeignKey
ALTER TABLE "storage_usage" ADD CONSTRAINT "storage_usage_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "storage_usage" ADD CONSTRAINT "storage_usage_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "storage_usage" ADD CONSTRAINT "storage_usage_has_one_owner" CHECK (num_nonnulls("account_id", "organization_id") = 1);

-- The files of a poll count for its owner from their row until its deletion, which comes after that of the
-- file. Files from before this migration have no storage_usage_id and do not count.
CREATE FUNCTION "count_stored_file"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account bigint;
  organization bigint;
BEGIN
  SELECT p.owner_account_id, p.owner_organization_id INTO account, organization
    FROM options o JOIN polls p ON p.id = o.poll_id WHERE o.id = NEW.option_id;
  IF organization IS NOT NULL THEN
    INSERT INTO storage_usage AS u (organization_id, bytes) VALUES (organization, NEW.byte_size)
      ON CONFLICT (organization_id) DO UPDATE SET bytes = u.bytes + NEW.byte_size
      RETURNING u.id INTO NEW.storage_usage_id;
  ELSIF account IS NOT NULL THEN
    INSERT INTO storage_usage AS u (account_id, bytes) VALUES (account, NEW.byte_size)
      ON CONFLICT (account_id) DO UPDATE SET bytes = u.bytes + NEW.byte_size
      RETURNING u.id INTO NEW.storage_usage_id;
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION "discount_removed_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE storage_usage SET bytes = bytes - OLD.byte_size WHERE id = OLD.storage_usage_id;
  RETURN NULL;
END $$;

CREATE TRIGGER "attachments_are_stored" BEFORE INSERT ON "attachments"
  FOR EACH ROW EXECUTE FUNCTION "count_stored_file"();
CREATE TRIGGER "attachments_are_removed" AFTER DELETE ON "attachments"
  FOR EACH ROW EXECUTE FUNCTION "discount_removed_file"();
