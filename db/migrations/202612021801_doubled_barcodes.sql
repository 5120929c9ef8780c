-- compatible
-- Whose a barcode is stands in the index that keeps it unique, except where goods shared one before that was so. These are few.
create index on item (company_id, station_id, barcode) where barcode <> '' and barcode_doubled;
