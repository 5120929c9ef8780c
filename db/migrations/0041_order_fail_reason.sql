-- compatible: a column that may be empty
-- What a terminal said when its payment did not come about: a cashier who opens the order again reads it there, without the audit log.
alter table sale_order add fail_reason text;
grant update (fail_reason) on sale_order to forecourt_app;
