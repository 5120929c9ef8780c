-- An order says which version of a rule gave what, and which rules gave nothing on a line, and why.
alter table order_discount add column source_version int;
-- Empty of most lines: nothing stands for no rule.
alter table order_line add column withheld jsonb check (jsonb_typeof(withheld) = 'array' and withheld <> '[]');
