-- compatible, beside
-- What a promoter handed out, and what a visitor has taken, is found while others are issued.
create index concurrently if not exists user_deal_promoter on user_deal (company_id, promoter_id, issued_date)
  where promoter_id is not null;
create index concurrently if not exists user_deal_visitor on user_deal (company_id, deal_id, visitor) where visitor is not null;
