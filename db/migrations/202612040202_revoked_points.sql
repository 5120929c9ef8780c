-- compatible
-- A movement of points may be revoked once: by a movement that names it.
alter table points_detail add column revokes_id bigint;
alter table points_detail add constraint points_detail_revokes foreign key (company_id, revokes_id)
  references points_detail (company_id, id) not valid;
alter table points_detail validate constraint points_detail_revokes;
create unique index "points.revoked" on points_detail (company_id, revokes_id) where revokes_id is not null;

alter table points_detail drop constraint points_detail_type_check;
alter table points_detail add constraint points_detail_type_check check (type in ('earn', 'earnBack', 'reward', 'rewardBack', 'deduct',
  'deductBack', 'spend', 'spendBack', 'end', 'merge', 'topUp', 'topUpBack', 'saleGift', 'saleGiftBack')) not valid;
alter table points_detail validate constraint points_detail_type_check;
