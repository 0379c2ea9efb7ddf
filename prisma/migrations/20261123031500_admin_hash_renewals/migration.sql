-- CreateTable
CREATE TABLE "admin_hash_renewals" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" BIGINT NOT NULL,
    "created_by_account_id" BIGINT,
    "after_poll_id" BIGINT NOT NULL,
    "until_poll_id" BIGINT NOT NULL,

    CONSTRAINT "admin_hash_renewals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "admin_hash_renewals_organization_id_idx" ON "admin_hash_renewals"("organization_id");

-- AddForeignKey
ALTER TABLE "admin_hash_renewals" ADD CONSTRAINT "admin_hash_renewals_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
