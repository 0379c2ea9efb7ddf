-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN "slot_for" INTEGER;

-- CreateTable
CREATE TABLE "webhook_paces" (
    "owner" TEXT NOT NULL,
    "site" TEXT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_paces_pkey" PRIMARY KEY ("site","owner")
);
