-- compatible
-- After an incident of a delivery the nozzles of its tank give no fuel to cards until somebody releases them.
alter table nozzle_control
  add column blocked_at timestamptz(3),
  add column blocked_delivery_id bigint,
  add check ((blocked_at is null) = (blocked_delivery_id is null)),
  add foreign key (company_id, blocked_delivery_id) references delivery (company_id, id);
create index on nozzle_control (company_id, blocked_delivery_id) where blocked_delivery_id is not null;
