-- The price of one unit, which may exceed an integer. Rows without it have it in "unit_amount".
ALTER TABLE "payments" ADD COLUMN     "unit_price" BIGINT;
