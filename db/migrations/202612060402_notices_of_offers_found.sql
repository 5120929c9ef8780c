-- compatible, beside
-- What is to be told is found among what was given.
create index concurrently if not exists deal_task_gift_notice on deal_task_gift (company_id, id) where notice = 'waiting';
