-- compatible
-- A sale at another price names the price change before it: the latest one of its nozzle.
create index price_change_nozzle_of_sale on price_change_nozzle (company_id, nozzle_control_id, from_at);
