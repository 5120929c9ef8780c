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
