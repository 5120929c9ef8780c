-- compatible, beside, proof
-- New rows keep these already; what was there before is looked at while sales go on.
alter table sale_coupon validate constraint sale_coupon_outcome_check;
alter table sale_coupon validate constraint sale_coupon_forgone_check;
alter table sale_coupon validate constraint sale_coupon_owed_check;
