-- compatible
-- A dispenser's picture is a file of its company: an id that no file has is no picture. With the foreign key a picture in use is
-- kept when unused files are removed. A user gets a picture too.
select set_config('app.companies', coalesce(string_agg(company::text, ','), ''), true) from company_directory;

update dispenser set picture_id = null
  where picture_id is not null
    and not exists (select from attachment where attachment.id = dispenser.picture_id and attachment.company_id = dispenser.company_id);
alter table dispenser add constraint dispenser_picture_id_fkey foreign key (picture_id) references attachment;
create index on dispenser (picture_id);

alter table user_account add column avatar_id bigint references attachment;
create index on user_account (avatar_id);
