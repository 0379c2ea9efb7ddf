-- AlterTable
ALTER TABLE "attachments" ADD COLUMN     "cover_of_poll_id" BIGINT;

-- AddForeignKey
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_cover_of_poll_id_fkey" FOREIGN KEY ("cover_of_poll_id") REFERENCES "polls"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- Covers count for the owner of the poll, like the files of options.
CREATE OR REPLACE FUNCTION "count_stored_file"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  poll bigint := NEW.cover_of_poll_id;
  account bigint;
  organization bigint;
BEGIN
  IF poll IS NULL THEN
    SELECT o.poll_id INTO poll FROM options o WHERE o.id = NEW.option_id;
  END IF;
  SELECT p.owner_account_id, p.owner_organization_id INTO account, organization
    FROM polls p WHERE p.id = poll;
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
