-- compatible
-- A version of a tank chart may be learned from levels and sales, and accepted by a person. It is a list of points like one that was typed.
alter table tank_chart drop constraint tank_chart_kind_check, drop constraint tank_chart_check;
alter table tank_chart
  add constraint tank_chart_kind_check check (kind in ('points', 'cylinder', 'learned')),
  add constraint tank_chart_check
    check (num_nulls(diameter_mm, length_mm, heads, tilt_mm_per_m, gauge_at_mm) = case kind when 'cylinder' then 0 else 5 end);
