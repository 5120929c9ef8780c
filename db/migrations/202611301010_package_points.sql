-- compatible
-- Points that a top-up package gives, and the top-up that points came with.
alter table top_up_package add column gift_points bigint check (gift_points between 1 and 1000000);
alter table points_detail add column top_up_id bigint;
alter table points_detail add foreign key (company_id, top_up_id) references user_card_detail (company_id, id);
create index on points_detail (company_id, top_up_id) where top_up_id is not null;
