ALTER TABLE "webhook_deliveries" ADD COLUMN "slot_url" TEXT;
