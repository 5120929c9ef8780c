-- compatible
-- The language of who asked: a file says in it what stands for a member who has left.
alter table export add column language text not null default 'zh' check (language in ('zh', 'en'));
