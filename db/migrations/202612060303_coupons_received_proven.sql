-- compatible, beside, proof
-- New rows keep these already; what was there before is looked at while sales go on.
alter table user_deal validate constraint user_deal_promoter_check;
alter table user_deal validate constraint user_deal_visitor_check;
alter table user_deal validate constraint user_deal_promoter_fkey;
