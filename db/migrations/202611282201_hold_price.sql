-- What a litre of the fill costs the card: a discount that is bound to it, its product or its fleet lowers the price before fuel flows,
-- and is named where the money is held.
alter table card_authorisation add column fill_price_cents bigint, add column discount_kind text check (discount_kind in ('card', 'fleet')),
  add column discount_id bigint, add column discount_name text;
update card_authorisation set fill_price_cents = price_cents;
alter table card_authorisation alter column fill_price_cents set not null,
  add check (fill_price_cents between 1 and price_cents),
  add check ((discount_name is not null) = (fill_price_cents < price_cents)),
  add check ((discount_name is null) = (discount_kind is null));
