-- The book: accounts, entries that are booked once and never edited, and the balances they make.

-- A purse holds a member's money and is locked while it changes; a clearing account (tender, sales, …) only ever gathers, and is not.
create table ledger_account (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  kind text not null check (kind ~ '^[a-zA-Z]{1,30}$'),
  -- Whose it is: the user card of a purse, the station of a till, the company of what belongs to neither.
  owner_id bigint not null,
  pay_type text not null default '',
  address text not null generated always as (
    kind || ':' || owner_id::text || case pay_type when '' then '' else ':' || pay_type end) stored,
  is_purse boolean not null generated always as (kind in ('principal', 'gift', 'lock', 'debt')) stored,
  balance_cents bigint not null default 0 check (abs(balance_cents) <= 1e15),
  -- The latest entry on a purse. The next is dated after it, so that a statement at any instant is what the book said then.
  moved_at timestamptz(3) not null default '1970-01-01',
  constraint "ledger.insufficientFunds" check (balance_cents >= 0 or kind not in ('principal', 'gift', 'lock')),
  constraint "ledger.debtOverpaid" check (balance_cents <= 0 or kind <> 'debt'),
  unique (company_id, address)
) with (fillfactor = 50);
select guard_tenant('ledger_account', 'select, insert');
grant update (balance_cents, moved_at) on ledger_account to forecourt_app;

-- The order of the book. Given out after the purses are held, so the entries of one purse stand in the order they were made.
create sequence ledger_turn;
grant usage on sequence ledger_turn to forecourt_app;

create table ledger_entry (
  id bigint primary key default next_id(),
  company_id bigint not null references company,
  n bigint not null default nextval('ledger_turn'),
  kind text not null,
  -- The business fact behind the moves, `topUp:12`. A fact is booked once.
  ref text not null check (length(ref) between 1 and 200),
  at timestamptz(3) not null,
  actor text not null,
  reverses bigint references ledger_entry,
  constraint "ledger.alreadyBooked" unique (company_id, ref)
);
create unique index "ledger.alreadyReversed" on ledger_entry (reverses) where reverses is not null;
select guard_tenant('ledger_entry', 'select, insert');
select make_final('ledger_entry');

-- Money going from one account to another: every move names both, so what leaves one enters the other.
-- No foreign key to the accounts: it would lock the row of a busy till for every sale. An account is never deleted.
create table ledger_move (
  entry_id bigint not null references ledger_entry,
  line int not null,
  company_id bigint not null,
  source_id bigint not null,
  target_id bigint not null check (target_id <> source_id),
  amount_cents bigint not null check (amount_cents between 1 and 1e12),
  primary key (entry_id, line)
);
select guard_tenant('ledger_move', 'select, insert');
select make_final('ledger_move');
create index on ledger_move (source_id, entry_id);
create index on ledger_move (target_id, entry_id);

-- What was booked on clearing accounts and is not yet folded into their balance.
create table ledger_delta (
  id bigint primary key default next_id(),
  company_id bigint not null,
  account_id bigint not null,
  amount_cents bigint not null
);
select guard_tenant('ledger_delta');
create index on ledger_delta (account_id) include (amount_cents);

create view ledger_balance with (security_invoker) as
select id, company_id, kind, owner_id, pay_type, address, is_purse,
  balance_cents + coalesce((select sum(amount_cents) from ledger_delta where account_id = ledger_account.id), 0)::bigint as balance_cents
from ledger_account;
grant select on ledger_balance to forecourt_app;

-- The account of an address. A clearing account comes into being with its first use, a purse only with its card.
create function ledger_account_at(company bigint, wanted text) returns bigint language plpgsql as $$
declare
  part text[] := string_to_array(wanted, ':');
  found_id bigint;
begin
  select id into found_id from ledger_account where company_id = company and address = wanted;
  if found_id is not null then return found_id; end if;
  if part[1] in ('principal', 'gift', 'lock', 'debt') then
    raise 'no purse %', wanted using errcode = 'FC002';
  end if;
  insert into ledger_account (company_id, kind, owner_id, pay_type) values (company, part[1], part[2]::bigint, coalesce(part[3], ''))
    on conflict do nothing;
  select id into strict found_id from ledger_account where company_id = company and address = wanted;
  return found_id;
end $$;

-- The one pen of the book. Purses are held in the order of their ids, so that two entries wait for each other and never deadlock.
-- `dated`: the fact brings its own date from elsewhere and keeps it, in whatever order such facts come.
create function ledger_book(
  company bigint, entry_kind text, entry_ref text, wanted_at timestamptz, dated boolean, entry_actor text, entry_reverses bigint,
  sources text[], targets text[], amounts bigint[]
) returns ledger_entry language plpgsql as $$
declare
  froms bigint[] := (select array_agg(ledger_account_at(company, address) order by line)
    from unnest(sources) with ordinality as given (address, line));
  tos bigint[] := (select array_agg(ledger_account_at(company, address) order by line)
    from unnest(targets) with ordinality as given (address, line));
  sides bigint[] := froms || tos;
  changes bigint[] := (select array_agg(-amount order by line) from unnest(amounts) with ordinality as given (amount, line)) || amounts;
  made ledger_entry;
begin
  with held as (select moved_at from ledger_account where id = any (sides) and is_purse order by id for update)
  select case when dated then wanted_at else greatest(wanted_at, max(moved_at) + interval '1 millisecond') end into wanted_at from held;

  insert into ledger_entry (company_id, kind, ref, at, actor, reverses)
    values (company, entry_kind, entry_ref, wanted_at, entry_actor, entry_reverses) returning * into made;
  insert into ledger_move (entry_id, line, company_id, source_id, target_id, amount_cents)
    select made.id, line, company, source, target, amount
    from unnest(froms, tos, amounts) with ordinality as move (source, target, amount, line);

  update ledger_account set balance_cents = balance_cents + total.cents, moved_at = greatest(moved_at, made.at)
  from (select account, sum(cents) as cents from unnest(sides, changes) as side (account, cents) group by account) as total
  where id = account and is_purse;
  insert into ledger_delta (company_id, account_id, amount_cents)
    select company, account, cents from unnest(sides, changes) as side (account, cents)
    join ledger_account on id = account and not is_purse;
  return made;
end $$;

-- Gathers up to `most` of the waiting deltas into their accounts and says how many there were. Two folders take different rows.
create function ledger_fold(most int default 10000) returns bigint language plpgsql as $$
declare
  accounts bigint[];
  sums bigint[];
  taken bigint;
begin
  with waiting as (select id from ledger_delta order by id limit most for update skip locked),
  gone as (delete from ledger_delta using waiting where ledger_delta.id = waiting.id returning account_id, amount_cents),
  folded as (select account_id, sum(amount_cents) as cents, count(*) as deltas from gone group by account_id)
  select array_agg(account_id order by account_id), array_agg(cents order by account_id), coalesce(sum(deltas), 0)
  into accounts, sums, taken from folded;

  perform from ledger_account where id = any (accounts) order by id for update;
  update ledger_account set balance_cents = balance_cents + cents
  from unnest(accounts, sums) as folded (account_id, cents) where id = account_id;
  return taken;
end $$;
grant execute on function ledger_account_at, ledger_book, ledger_fold to forecourt_app;

-- The books as auditors read them: signed amounts, two for each move.
create schema audit;
grant usage on schema audit to forecourt_app;
create view audit.account with (security_invoker) as
select balance.id, balance.company_id, balance.kind, balance.address,
  case when is_purse then owner_id end as card, case when not is_purse and owner_id <> balance.company_id then owner_id end as station,
  pay_type, balance_cents as balance, currency
from ledger_balance balance join company on company.id = balance.company_id;
create view audit.entry with (security_invoker) as
select entry.id as txn, entry.n, entry.company_id, entry.kind, entry.ref, entry.at, entry.actor, entry.reverses,
  move.line, side.acct, side.amt, currency
from ledger_entry entry
join ledger_move move on move.entry_id = entry.id
join company on company.id = entry.company_id
cross join lateral (values (source_id, -amount_cents), (target_id, amount_cents)) as side (acct, amt);
grant select on audit.account, audit.entry to forecourt_app;
