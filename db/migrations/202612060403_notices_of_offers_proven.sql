-- compatible, beside, proof
-- New rows keep this already; what was there before is looked at while sales go on.
alter table deal_task_gift validate constraint deal_task_gift_notice_check;
