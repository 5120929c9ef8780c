-- compatible
-- Payments that are asked for at a payment platform, and what goes back of them. A row is there before the platform is called: whatever
-- happens to the call, its number is known and can be asked for.
create table channel_payment (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  auth_token_id bigint not null,
  kind text not null check (kind in ('test')),
  -- Our number of it at the account; the platform takes a second call with it for the same payment.
  payment_no text not null check (payment_no ~ '^[0-9A-Za-z_-]{6,32}$'),
  amount_cents bigint not null check (amount_cents > 0),
  description text not null,
  state text not null default 'asked' check (state in ('asked', 'paying', 'paid', 'failed', 'closed', 'unsure')),
  their_no text not null default '',
  paid_date timestamptz(3),
  failure_code text not null default '',
  failure_words text not null default '',
  -- Why it is not known what became of it.
  doubt text check (doubt in ('silent', 'unreachable', 'status', 'signature', 'clock', 'form', 'amount', 'currency', 'account', 'busy')),
  -- How often the platform was asked since the payment was sent, and when it was sent.
  asked_count int not null default 0,
  sent_date timestamptz(3),
  asked_by text not null,
  created_date timestamptz(3) not null,
  decided_date timestamptz(3),
  primary key (company_id, id),
  unique (company_id, auth_token_id, payment_no),
  foreign key (company_id, auth_token_id) references merchant_account (company_id, id),
  check ((state = 'paid') = (paid_date is not null) and (state <> 'paid' or their_no <> '')),
  check ((state in ('paid', 'failed', 'closed')) = (decided_date is not null))
);
select guard_tenant('channel_payment', 'select, insert, update');

create table channel_refund (
  company_id bigint not null references company,
  id bigint not null default next_id(),
  payment_id bigint not null,
  -- Our number of it: the same number is the same refund, however often it is asked for.
  refund_no text not null check (refund_no ~ '^[0-9A-Za-z_-]{6,32}$'),
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  state text not null default 'asked' check (state in ('asked', 'processing', 'refunded', 'failed', 'unsure')),
  their_no text not null default '',
  failure_code text not null default '',
  failure_words text not null default '',
  doubt text check (doubt in ('silent', 'unreachable', 'status', 'signature', 'clock', 'form', 'amount', 'currency', 'account', 'busy')),
  asked_count int not null default 0,
  asked_by text not null,
  created_date timestamptz(3) not null,
  decided_date timestamptz(3),
  primary key (company_id, id),
  unique (company_id, payment_id, refund_no),
  foreign key (company_id, payment_id) references channel_payment (company_id, id),
  check ((state in ('refunded', 'failed')) = (decided_date is not null))
);
select guard_tenant('channel_refund', 'select, insert, update');

-- What was paid stays paid, whatever is said later; what a payment is about never changes. One that failed or was closed may turn out to be
-- paid: the customer was quicker.
create or replace function keep_channel_payment()
returns trigger
language plpgsql as $$
begin
  if (old.auth_token_id, old.kind, old.payment_no, old.amount_cents) is distinct from
    (new.auth_token_id, new.kind, new.payment_no, new.amount_cents)
    or old.state = 'paid' and (old.state, old.their_no, old.paid_date) is distinct from (new.state, new.their_no, new.paid_date)
  then
    raise 'a payment that is paid stays so, and is about what it was about' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_channel_payment before update on channel_payment for each row execute function keep_channel_payment();

-- Of a payment at most what was paid goes back, however many ask at once: they wait for each other at its row.
create or replace function keep_channel_refund()
returns trigger
language plpgsql as $$
declare
  paid bigint;
begin
  select amount_cents into paid from channel_payment
  where company_id = new.company_id and id = new.payment_id and state = 'paid' for no key update;
  if paid is null or paid < new.amount_cents + coalesce((
    select sum(amount_cents) from channel_refund
    where company_id = new.company_id and payment_id = new.payment_id and state <> 'failed'), 0)
  then
    raise 'more would go back than was paid: it violates check constraint "channel.refundTooMuch"'
      using errcode = 'check_violation', constraint = 'channel.refundTooMuch';
  end if;
  return new;
end $$;
create trigger keep_channel_refund before insert on channel_refund for each row execute function keep_channel_refund();
